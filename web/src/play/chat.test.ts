import { expect, test } from 'vitest';
import type { ChatMessage } from '../protocol/messages';
import { mergeChat } from './chat';

const line = (at: number, words: string): ChatMessage => ({ at, person: 'p', name: 'Ann', to: 'table', words });

test('messages that the server repeats are listed once, in their first order', () => {
  const chat = [line(1, 'hello'), line(2, 'hello')];
  expect(mergeChat(chat, [line(2, 'hello'), line(3, 'bye')])).toEqual([...chat, line(3, 'bye')]);
});
