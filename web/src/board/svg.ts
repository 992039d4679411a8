const NAMESPACE = 'http://www.w3.org/2000/svg';

/** Makes an SVG element with attributes, inside a parent if one is given. */
export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Record<string, string | number | undefined> = {},
  parent?: Element,
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(NAMESPACE, tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) element.setAttribute(name, String(value));
  }
  parent?.append(element);
  return element;
}
