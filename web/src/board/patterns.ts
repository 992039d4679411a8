import { armyStyle, type ArmyStyle } from './armies';
import { svg } from './svg';

const STROKES: Record<ArmyStyle['pattern'], string> = {
  plain: '',
  hatch: 'M-4 4L4 -4M0 18L18 0M14 22L22 14',
  dots: '',
  waves: 'M0 6Q4.5 0 9 6T18 6M0 15Q4.5 9 9 15T18 15',
  flames: 'M0 8L4.5 1L9 8L13.5 1L18 8M0 17L4.5 10L9 17L13.5 10L18 17',
  bars: 'M0 4H18M0 13H18',
};

let sharedDefs: SVGDefsElement | undefined;

/** One `<defs>` element for all boards of the page, so that boards can be added and removed freely. */
function patternDefs(): SVGDefsElement {
  if (sharedDefs?.isConnected) return sharedDefs;
  const root = svg('svg', { width: 0, height: 0, 'aria-hidden': 'true', style: 'position:absolute' }, document.body);
  sharedDefs = svg('defs', {}, root);
  const stone = svg(
    'pattern',
    { id: 'pattern-stone', width: 24, height: 24, patternUnits: 'userSpaceOnUse' },
    sharedDefs,
  );
  svg('rect', { width: 24, height: 24, fill: '#a9a59c' }, stone);
  svg('path', { d: 'M3 5h4v3h-4zM14 3h6v2h-6zM9 14h5v4h-5zM19 17h3v3h-3zM2 19h3v2h-3z', fill: '#918d84' }, stone);
  const glow = svg('radialGradient', { id: 'check-glow' }, sharedDefs);
  svg('stop', { offset: '0%', 'stop-color': '#ff2a1a', 'stop-opacity': 1 }, glow);
  svg('stop', { offset: '45%', 'stop-color': '#e01408', 'stop-opacity': 0.75 }, glow);
  svg('stop', { offset: '100%', 'stop-color': '#a00', 'stop-opacity': 0 }, glow);
  return sharedDefs;
}

/** Defines the pattern fills of these armies unless they exist already. */
export function definePatterns(armies: readonly string[]): void {
  const defs = patternDefs();
  for (const army of armies) {
    const id = `pattern-${army}-${armies.length}`;
    if (!document.getElementById(id)) definePattern(defs, id, armyStyle(army, armies));
  }
}

function definePattern(defs: SVGDefsElement, id: string, style: ArmyStyle): void {
  if (style.pattern === 'plain') return;
  const pattern = svg('pattern', { id, width: 18, height: 18, patternUnits: 'userSpaceOnUse' }, defs);
  svg('rect', { width: 18, height: 18, fill: style.fill }, pattern);
  if (style.pattern === 'dots') {
    svg('circle', { cx: 4.5, cy: 4.5, r: 2.6, fill: style.ink }, pattern);
    svg('circle', { cx: 13.5, cy: 13.5, r: 2.6, fill: style.ink }, pattern);
    return;
  }
  svg('path', { d: STROKES[style.pattern], fill: 'none', stroke: style.ink, 'stroke-width': 2.6 }, pattern);
}
