// Sets the theme before the first paint, so that the page never flashes in the wrong colours.
(function () {
  var settings = {};
  try {
    settings = JSON.parse(localStorage.getItem('tetrarch.settings') || '{}');
  } catch {
    // Ignore invalid settings.
  }
  var theme = settings.theme || 'system';
  if (theme === 'system') theme = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
  document.documentElement.dataset.theme = theme;
})();
