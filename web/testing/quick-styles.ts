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
 * Answers from the element alone what is asked of styles: the testing library asks whether each element above and
 * below the one it looks at is shown and stands in a line, antd how wide things are. Without stylesheets the cascade
 * would say the same at a third of a test's time.
 */
export function answerStylesQuickly(): void {
  window.getComputedStyle = (element) => {
    const { style } = element as HTMLElement
    const known: Record<string, string> = {
      display: style.display || (IN_LINE.has(element.tagName) ? 'inline' : 'block'),
      visibility: style.visibility || 'visible',
    }
    const propertyOf = (name: string) => known[name] ?? style.getPropertyValue(name)
    return new Proxy({} as CSSStyleDeclaration, {
      get: (_, name: string) =>
        name === 'getPropertyValue' ? propertyOf : (known[name] ?? Reflect.get(style, name)),
    })
  }
}
