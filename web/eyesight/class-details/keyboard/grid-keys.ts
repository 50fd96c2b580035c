// Moving about in a grid by keys.

export type GridControl = HTMLInputElement | HTMLSelectElement
export type GridMove = 'up' | 'down' | 'left' | 'right' | 'nextRow'
type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'shiftKey' | 'metaKey'> & {
  /** In the middle of a word of an input method: its keys are not ours. */
  composing: boolean
  /** The list of a select is open and takes the keys itself. */
  open: boolean
  /** Of a text field. */
  caret: { start: number; end: number; length: number } | null
}

/** Where a key leads; null where it does what it always does. */
export function moveOf({ key, composing, open, caret, ...held }: Key): GridMove | null {
  if (composing || open || held.altKey || held.metaKey) return null
  if (key === 'Enter' && held.ctrlKey) return 'nextRow'
  if (held.ctrlKey) return null
  if (key === 'Enter') return held.shiftKey ? 'up' : 'down'
  if (held.shiftKey) return null
  if (key === 'ArrowDown') return 'down'
  if (key === 'ArrowUp') return 'up'
  // With the whole text marked the caret is at both its ends.
  if (key === 'ArrowLeft') return !caret || caret.start === 0 ? 'left' : null
  if (key === 'ArrowRight') return !caret || caret.end === caret.length ? 'right' : null
  return null
}

const CONTROLS = '[data-col]:not(:disabled)'
const isControl = (node: unknown): node is GridControl =>
  node instanceof HTMLInputElement || node instanceof HTMLSelectElement
export const controlOf = (target: EventTarget): GridControl | null =>
  isControl(target) && target.dataset.col !== undefined ? target : null

/** Whether a select shows its list, in browsers that expose it. */
function isOpen(control: GridControl): boolean {
  return control instanceof HTMLSelectElement && CSS.supports('selector(:open)') && control.matches(':open')
}

export function keyIn(event: KeyboardEvent, control: GridControl): Key {
  const { key, ctrlKey, altKey, shiftKey, metaKey } = event
  const text = control instanceof HTMLInputElement ? control : null
  const { selectionStart: start = null, selectionEnd: end = null } = text ?? {}
  const caret = text && start !== null && end !== null ? { start, end, length: text.value.length } : null
  const composing = event.isComposing || event.keyCode === 229
  return { key, ctrlKey, altKey, shiftKey, metaKey, composing, open: isOpen(control), caret }
}

/** Goes there; stays where it is at the end of the grid. */
export function moveFrom(control: GridControl, move: GridMove): void {
  const row = control.closest('tr')
  if (!row) return
  const next =
    move === 'left' || move === 'right' ? nextInRow(row, control, move) : inOtherRow(row, control, move)
  if (next) goTo(next)
}

const controlsIn = (row: Element): GridControl[] => [...row.querySelectorAll(CONTROLS)].filter(isControl)

function nextInRow(row: Element, control: GridControl, move: 'left' | 'right'): GridControl | undefined {
  const controls = controlsIn(row)
  return controls[controls.indexOf(control) + (move === 'left' ? -1 : 1)]
}

/** The next row where this column is open: those that have nothing to enter there are passed over. */
function inOtherRow(row: Element, { dataset }: GridControl, move: GridMove): GridControl | undefined {
  const step = (from: Element) => (move === 'up' ? from.previousElementSibling : from.nextElementSibling)
  for (let other = step(row); other; other = step(other)) {
    const controls = controlsIn(other)
    const found = move === 'nextRow' ? controls[0] : controls.find((each) => each.dataset.col === dataset.col)
    if (found) return found
  }
  return undefined
}

/** Into a cell, its text marked so that typing replaces it. */
export function goTo(control: GridControl): void {
  control.focus()
  if (control instanceof HTMLInputElement) control.select()
}

/** Focuses the cell of a row that needs work: an invalid one, else the first empty one. */
export function goToRow(row: Element): void {
  const controls = controlsIn(row)
  const wanted =
    controls.find((control) => control.getAttribute('aria-invalid') === 'true') ??
    controls.find(({ value }) => value === '') ??
    controls[0]
  if (wanted) goTo(wanted)
}
