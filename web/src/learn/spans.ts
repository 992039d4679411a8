import type { RulesPage, TextSpan } from '../protocol/messages';

export const plainText = (spans: readonly TextSpan[]): string => spans.map((span) => span.text).join('');

/** The anchor of a heading. */
export const slug = (spans: readonly TextSpan[]): string =>
  plainText(spans)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

/**
 * Where a link of a document leads: to another rules page of this server, or to another site. Other documents are not
 * served.
 */
export function resolveLink(link: string, pages: readonly RulesPage[]): string | undefined {
  if (/^https?:\/\//.test(link)) return link;
  const [, name, anchor = ''] = /^(?:[\w.-]+\/)*([\w-]+)\.md(#[\w-]+)?$/.exec(link) ?? [];
  return pages.some((page) => page.name === name) ? `/learn/${name}${anchor}` : undefined;
}
