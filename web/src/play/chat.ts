import type { ChatMessage } from '../protocol/messages';

/** What tells a message from the others of its table. */
export const chatKey = (line: ChatMessage) => `${line.at}/${line.person}/${line.words}`;

/** Adds messages to a chat. After a reconnection the server repeats earlier ones, which stay where they are. */
export function mergeChat(chat: readonly ChatMessage[], lines: readonly ChatMessage[]): ChatMessage[] {
  const unique = new Map([...chat, ...lines].map((line) => [chatKey(line), line]));
  return [...unique.values()];
}
