/** Text in one style, or a link. */
export interface InlineSpan {
  text: string;
  style?: 'bold' | 'italic' | 'code';
  to?: string;
}

/** A block of a page in `docs/rules`. */
export type Block =
  | { kind: 'heading'; level: number; spans: InlineSpan[] }
  | { kind: 'paragraph'; spans: InlineSpan[] }
  | { kind: 'list'; numbered: boolean; items: InlineSpan[][] }
  | { kind: 'table'; head: InlineSpan[][]; rows: InlineSpan[][][] }
  | { kind: 'diagram'; fields: Record<string, string> }
  | { kind: 'code'; text: string };

const LIST_ITEM = /^(?:([-*])|(\d+)\.)\s+(.*)$/;
const TABLE_RULE = /^\|?[\s:|-]+\|?$/;

/** Parses the Markdown that our documents use: headings, paragraphs, lists, tables, and code blocks, including diagrams. */
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
      const body = take((one) => !one.startsWith('```'));
      at += 1;
      blocks.push(line.slice(3).trim() === 'diagram' ? { kind: 'diagram', fields: parseFields(body) } : { kind: 'code', text: body.join('\n') });
    } else if (/^#+ /.test(line)) {
      at += 1;
      const level = line.indexOf(' ');
      blocks.push({ kind: 'heading', level, spans: parseInline(line.slice(level).trim()) });
    } else if (line.startsWith('|')) blocks.push(parseTable(take((one) => one.startsWith('|'))));
    else if (LIST_ITEM.test(line)) blocks.push(parseList(take((one) => LIST_ITEM.test(one) || /^\s+\S/.test(one))));
    else blocks.push({ kind: 'paragraph', spans: parseInline(take(isText).join(' ')) });
  }
  return blocks;
}

const isText = (line: string) => line.trim() !== '' && !/^(```|#+ |\|)/.test(line) && !LIST_ITEM.test(line);

/** Parses lines of the form `name: value`. */
function parseFields(lines: string[]): Record<string, string> {
  return Object.fromEntries(lines.filter((line) => line.includes(':')).map((line) => [line.slice(0, line.indexOf(':')).trim(), line.slice(line.indexOf(':') + 1).trim()]));
}

function parseTable(lines: string[]): Block {
  const [head = [], ...rows] = lines.filter((line) => !TABLE_RULE.test(line)).map(parseCells);
  return { kind: 'table', head, rows };
}

function parseCells(line: string): InlineSpan[][] {
  const inner = line.trim().replace(/^\||\|$/g, '');
  return inner.split(/(?<!\\)\|/).map((cell) => parseInline(cell.replaceAll('\\|', '|').trim()));
}

function parseList(lines: string[]): Block {
  const items: string[] = [];
  for (const line of lines) {
    const item = LIST_ITEM.exec(line);
    if (item) items.push(item[3]!);
    else items[items.length - 1] += ` ${line.trim()}`;
  }
  return { kind: 'list', numbered: /^\d/.test(lines[0]!), items: items.map(parseInline) };
}

const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|\[([^\]]+)\]\(([^)\s]+)\)/g;

/** Parses styles and links. */
export function parseInline(text: string): InlineSpan[] {
  const spans: InlineSpan[] = [];
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    const [all, code, bold, italic, label, to] = match;
    if (match.index > end) spans.push({ text: text.slice(end, match.index) });
    if (code !== undefined) spans.push({ text: code, style: 'code' });
    else if (bold !== undefined) spans.push({ text: bold, style: 'bold' });
    else if (italic !== undefined) spans.push({ text: italic, style: 'italic' });
    else spans.push({ text: label!, to: to! });
    end = match.index + all.length;
  }
  if (end < text.length) spans.push({ text: text.slice(end) });
  return spans;
}

export const plainText = (spans: InlineSpan[]): string => spans.map((span) => span.text).join('');

/** The anchor of a heading. */
export const slug = (spans: InlineSpan[]): string => plainText(spans).toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
