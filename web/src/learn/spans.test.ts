import { expect, test } from 'vitest';
import { resolveLink, slug } from './spans';

const PAGES = [
  { name: 'rulings', title: 'Rulings', own: false },
  { name: 'house-rules', title: 'House rules', own: true },
];

test('a link leads to a page of the server or to another site', () => {
  expect(resolveLink('../rulings.md', PAGES)).toBe('/learn/rulings');
  expect(resolveLink('house-rules.md#tea', PAGES)).toBe('/learn/house-rules#tea');
  expect(resolveLink('https://example.org/a.md', PAGES)).toBe('https://example.org/a.md');
});
test('a link to anything else is text', () => {
  for (const link of [
    '../fair-dealing.md',
    'javascript:alert(1)//rulings.md',
    '//evil.example/rulings.md?',
    'rulings',
    '',
  ])
    expect(resolveLink(link, PAGES), link).toBeUndefined();
});
test('an anchor has only letters, digits and dashes', () => {
  expect(slug([{ text: 'How it ' }, { text: 'ends', style: 'bold' }, { text: ' – always!' }])).toBe(
    'how-it-ends-always',
  );
});
