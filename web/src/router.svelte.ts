/** The current address. */
export const route = $state({ path: location.pathname, query: location.search });

addEventListener('popstate', () => {
  route.path = location.pathname;
  route.query = location.search;
});

/** The value of a query parameter of the current address. */
export function queryParameter(name: string): string | undefined {
  // Never changed, so it need not be reactive.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  return new URLSearchParams(route.query).get(name) ?? undefined;
}

/** Shows another screen without loading the page again. */
export function navigate(to: string): void {
  history.pushState(null, '', to);
  route.path = location.pathname;
  route.query = location.search;
  scrollTo(0, 0);
  // Keyboard and screen reader users continue at the top of the new screen.
  document.getElementById('content')?.focus({ preventScroll: true });
}

/** Handles clicks on links to other screens of the page. */
export function followLink(event: MouseEvent): void {
  const link = (event.target as Element).closest?.('a');
  if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (
    link.target ||
    link.hasAttribute('download') ||
    link.origin !== location.origin ||
    link.pathname.startsWith('/api')
  )
    return;
  // The browser itself scrolls to an anchor on this screen.
  if (link.hash && link.pathname === location.pathname && link.search === location.search) return;
  event.preventDefault();
  navigate(link.pathname + link.search);
}
