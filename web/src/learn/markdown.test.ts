import { describe, expect, test } from 'vitest';
import { slug, plainText, parseMarkdown, parseInline, type Block } from './markdown';

const TEXTS = import.meta.glob<string>('../../../docs/rules/*.md', { query: '?raw', import: 'default', eager: true });
const PAGES = Object.keys(TEXTS);
const pageOf = (name: string) => TEXTS[name]!;
const ofKind = <K extends Block['kind']>(blocks: Block[], kind: K) => blocks.filter((block): block is Extract<Block, { kind: K }> => block.kind === kind);

describe('a rules page', () => {
  test('exists for each game', () => expect(PAGES.length).toBe(4));

  test('is parsed into headings, paragraphs, lists and tables', () => {
    const blocks = parseMarkdown('# Go\n\nTwo lines\nare one.\n\n- a\n  goes on\n- b\n\n1. first\n2. second\n\n| x | y |\n|---|---|\n| 1 | a\\|b |\n');
    expect(blocks.map((block) => block.kind)).toEqual(['heading', 'paragraph', 'list', 'list', 'table']);
    expect(blocks[1]).toEqual({ kind: 'paragraph', spans: [{ text: 'Two lines are one.' }] });
    expect(blocks[2]).toMatchObject({ numbered: false, items: [[{ text: 'a goes on' }], [{ text: 'b' }]] });
    expect(blocks[3]).toMatchObject({ numbered: true });
    expect(blocks[4]).toMatchObject({ head: [[{ text: 'x' }], [{ text: 'y' }]], rows: [[[{ text: '1' }], [{ text: 'a|b' }]]] });
  });

  test('has diagrams with named fields', () => {
    const [block] = parseMarkdown('```diagram\ngame: banqi\nplay: ?d3 =g\ncaption: One: two.\n```');
    expect(block).toEqual({ kind: 'diagram', fields: { game: 'banqi', play: '?d3 =g', caption: 'One: two.' } });
  });

  test('has inline styles and links, and HTML stays text', () => {
    expect(parseInline('a **b** *c* `d*` [e](../f.md) <b>')).toEqual([
      { text: 'a ' }, { text: 'b', style: 'bold' }, { text: ' ' }, { text: 'c', style: 'italic' }, { text: ' ' },
      { text: 'd*', style: 'code' }, { text: ' ' }, { text: 'e', to: '../f.md' }, { text: ' <b>' },
    ]);
  });

  test.each(PAGES)('%s is parsed completely', (name) => {
    const text = pageOf(name);
    const blocks = parseMarkdown(text);
    expect(ofKind(blocks, 'heading').length).toBe(text.match(/^#+ /gm)!.length);
    expect(ofKind(blocks, 'diagram').length).toBe(text.match(/^```diagram/gm)!.length);
    expect(ofKind(blocks, 'code')).toEqual([]);
    expect(ofKind(blocks, 'diagram').every((one) => one.fields.game && one.fields.caption)).toBe(true);
    const paragraphs = ofKind(blocks, 'paragraph').map((one) => plainText(one.spans)).join('\n');
    expect(paragraphs).not.toMatch(/\*\*|`|\]\(|^\|/m);
    const anchors = ofKind(blocks, 'heading').map((one) => slug(one.spans));
    expect(new Set(anchors).size).toBe(anchors.length);
  });

  test.each(PAGES)('%s has positions to try', (name) => {
    expect(ofKind(parseMarkdown(pageOf(name)), 'diagram').filter((one) => one.fields.try).length).toBeGreaterThanOrEqual(3);
  });
});
