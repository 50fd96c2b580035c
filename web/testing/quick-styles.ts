const IN_LINE = new Set([
  'A',
  'B',
  'EM',
  'I',
  'IMG',
  'INPUT',
  'LABEL',
  'SMALL',
  'SPAN',
  'STRONG',
  'svg',
  'path',
])

/**
 * Answers from the element alone what the testing library asks of styles: whether it is shown, and whether it stands
 * in a line. It asks for every element above and below each one it looks at, and without stylesheets the cascade
 * would say the same at a quarter of a test's time.
 */
export function answerStylesQuickly(): void {
  const computedStyle = window.getComputedStyle.bind(window)
  window.getComputedStyle = (element, pseudo) => {
    const { style } = element as HTMLElement
    const known: Record<string, string> = {
      display: style.display || (IN_LINE.has(element.tagName) ? 'inline' : 'block'),
      visibility: style.visibility || 'visible',
    }
    const propertyOf = (name: string) => known[name] ?? computedStyle(element, pseudo).getPropertyValue(name)
    return new Proxy({} as CSSStyleDeclaration, {
      get: (_, name: string) =>
        name === 'getPropertyValue'
          ? propertyOf
          : (known[name] ?? Reflect.get(computedStyle(element, pseudo), name)),
    })
  }
}
