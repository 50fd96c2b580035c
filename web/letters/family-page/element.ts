// Elements of a page that needs no library. Text is only ever set as text.

type Child = Node | string | null | false
type Attributes = Record<string, string | number | boolean | (() => void)>

const SVG = 'http://www.w3.org/2000/svg'

function fill(element: Element, attributes: Attributes, children: readonly Child[]): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value)
    else if (value !== false) element.setAttribute(name, value === true ? '' : String(value))
  }
  for (const child of children) if (child !== null && child !== false) element.append(child)
}

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag)
  fill(made, attributes, children)
  return made
}

export function drawn(tag: string, attributes: Attributes = {}, ...children: Child[]): SVGElement {
  const made = document.createElementNS(SVG, tag) as SVGElement
  fill(made, attributes, children)
  return made
}
