/** Where in the page we are. */
export const place = $state({ path: location.pathname, query: location.search });

addEventListener('popstate', () => {
  place.path = location.pathname;
  place.query = location.search;
});

/** Goes to another address of the page. */
export function go(to: string): void {
  history.pushState(null, '', to);
  place.path = location.pathname;
  place.query = location.search;
  scrollTo(0, 0);
}

/** Follows links inside the page without loading it again. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element).closest?.('a');
  if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (link.target || link.hasAttribute('download') || link.origin !== location.origin || link.pathname.startsWith('/api')) return;
  event.preventDefault();
  go(link.pathname + link.search);
}
