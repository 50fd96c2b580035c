/** The part of the page that shows an indicator. */
export const leafId = (leafKey: string): string => `indicator-${leafKey}`

/** Brings an indicator into sight, ready to be filled in. */
export function focusLeaf(leafKey: string): void {
  const shown = document.getElementById(leafId(leafKey))
  shown?.scrollIntoView({ block: 'center' })
  shown?.querySelector<HTMLElement>('input, textarea, button')?.focus({ preventScroll: true })
}
