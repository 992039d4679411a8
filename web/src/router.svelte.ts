/** Where in the page we are. */
export const route = $state({ path: location.pathname, query: location.search });

addEventListener('popstate', () => {
  route.path = location.pathname;
  route.query = location.search;
});

/** Goes to another address of the page. */
export function navigate(to: string): void {
  history.pushState(null, '', to);
  route.path = location.pathname;
  route.query = location.search;
  scrollTo(0, 0);
  // Who reads with the keyboard or by ear goes on at the top of the new screen.
  document.getElementById('content')?.focus({ preventScroll: true });
}

/** Follows links inside the page without loading it again. */
export function followLink(event: MouseEvent): void {
  const link = (event.target as Element).closest?.('a');
  if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (link.target || link.hasAttribute('download') || link.origin !== location.origin || link.pathname.startsWith('/api')) return;
  // A place on this very screen is found by the browser itself.
  if (link.hash && link.pathname === location.pathname && link.search === location.search) return;
  event.preventDefault();
  navigate(link.pathname + link.search);
}
