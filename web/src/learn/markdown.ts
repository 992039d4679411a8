/** A piece of text in one style; a link if it leads somewhere. */
export interface Run {
  text: string;
  style?: 'bold' | 'italic' | 'code';
  to?: string;
}

/** A part of a page, as the documents in `docs/rules` are written. */
export type Block =
  | { kind: 'heading'; level: number; runs: Run[] }
  | { kind: 'paragraph'; runs: Run[] }
  | { kind: 'list'; numbered: boolean; items: Run[][] }
  | { kind: 'table'; head: Run[][]; rows: Run[][][] }
  | { kind: 'diagram'; lines: Record<string, string> }
  | { kind: 'code'; text: string };

const ITEM = /^(?:([-*])|(\d+)\.)\s+(.*)$/;
const RULE = /^\|?[\s:|-]+\|?$/;

/** Reads Markdown as far as our documents use it: headings, paragraphs, lists, tables, and code, of which diagrams are one kind. */
export function parseMarkdown(text: string): Block[] {
  const lines = text.split(/\r?\n/);
  const blocks: Block[] = [];
  let at = 0;
  const take = (test: (line: string) => boolean) => {
    const found: string[] = [];
    while (at < lines.length && test(lines[at]!)) found.push(lines[(at += 1) - 1]!);
    return found;
  };
  while (at < lines.length) {
    const line = lines[at]!;
    if (line.trim() === '') at += 1;
    else if (line.startsWith('```')) {
      at += 1;
      const inside = take((one) => !one.startsWith('```'));
      at += 1;
      blocks.push(line.slice(3).trim() === 'diagram' ? { kind: 'diagram', lines: fields(inside) } : { kind: 'code', text: inside.join('\n') });
    } else if (/^#+ /.test(line)) {
      at += 1;
      const level = line.indexOf(' ');
      blocks.push({ kind: 'heading', level, runs: parseInline(line.slice(level).trim()) });
    } else if (line.startsWith('|')) blocks.push(table(take((one) => one.startsWith('|'))));
    else if (ITEM.test(line)) blocks.push(list(take((one) => ITEM.test(one) || /^\s+\S/.test(one))));
    else blocks.push({ kind: 'paragraph', runs: parseInline(take(isText).join(' ')) });
  }
  return blocks;
}

const isText = (line: string) => line.trim() !== '' && !/^(```|#+ |\|)/.test(line) && !ITEM.test(line);

/** `name: value` on each line. */
function fields(lines: string[]): Record<string, string> {
  return Object.fromEntries(lines.filter((line) => line.includes(':')).map((line) => [line.slice(0, line.indexOf(':')).trim(), line.slice(line.indexOf(':') + 1).trim()]));
}

function table(lines: string[]): Block {
  const [head = [], ...rows] = lines.filter((line) => !RULE.test(line)).map(cells);
  return { kind: 'table', head, rows };
}

function cells(line: string): Run[][] {
  const inner = line.trim().replace(/^\||\|$/g, '');
  return inner.split(/(?<!\\)\|/).map((cell) => parseInline(cell.replaceAll('\\|', '|').trim()));
}

function list(lines: string[]): Block {
  const items: string[] = [];
  for (const line of lines) {
    const item = ITEM.exec(line);
    if (item) items.push(item[3]!);
    else items[items.length - 1] += ` ${line.trim()}`;
  }
  return { kind: 'list', numbered: /^\d/.test(lines[0]!), items: items.map(parseInline) };
}

const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|\[([^\]]+)\]\(([^)\s]+)\)/g;

/** Reads styles and links inside a line. */
export function parseInline(text: string): Run[] {
  const runs: Run[] = [];
  let end = 0;
  for (const found of text.matchAll(INLINE)) {
    const [all, code, bold, italic, words, to] = found;
    if (found.index > end) runs.push({ text: text.slice(end, found.index) });
    if (code !== undefined) runs.push({ text: code, style: 'code' });
    else if (bold !== undefined) runs.push({ text: bold, style: 'bold' });
    else if (italic !== undefined) runs.push({ text: italic, style: 'italic' });
    else runs.push({ text: words!, to: to! });
    end = found.index + all.length;
  }
  if (end < text.length) runs.push({ text: text.slice(end) });
  return runs;
}

/** Runs without their styles. */
export const plainText = (runs: Run[]): string => runs.map((run) => run.text).join('');

/** What a heading is called in an address. */
export const slug = (runs: Run[]): string => plainText(runs).toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
