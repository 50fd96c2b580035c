/**
 * The browser draws most of a wall anew for each step of a motion: at sixty a second a saved record costs it a third of a
 * core. The first step comes with what else has changed, the others with those of bars and dots.
 */
const STEP_MS = 100
const ROLL_MS = 600

type Roll = { from: number; to: number; startedAt: number }

const rolls = new Map<HTMLElement, Roll>()
let timer: ReturnType<typeof setInterval> | undefined

/** Where a strip of ten digits stands, in digits. */
function positionOf({ from, to, startedAt }: Roll, now: number): number {
  const left = 1 - Math.min(1, (now - startedAt) / ROLL_MS)
  // Slower towards the end.
  return to + (from - to) * left ** 3
}

const place = (strip: HTMLElement, position: number) => {
  strip.style.transform = `translateY(-${position * 10}%)`
}

/** All strips move in the same steps, so that many digits are drawn as often as one. */
function step(): void {
  const now = performance.now()
  for (const [strip, roll] of rolls) {
    const isOver = now - roll.startedAt > ROLL_MS - STEP_MS / 2
    place(strip, isOver ? roll.to : positionOf(roll, now))
    if (isOver) rolls.delete(strip)
  }
  if (rolls.size > 0) return
  clearInterval(timer)
  timer = undefined
}

/** Moves a strip from one digit to another, from where it is if it still moves. */
export function rollDigit(strip: HTMLElement, from: number, to: number): void {
  const now = performance.now()
  const before = rolls.get(strip)
  const start = before ? positionOf(before, now) : from
  if (start === to || document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches) {
    rolls.delete(strip)
    place(strip, to)
    return
  }
  const roll = { from: start, to, startedAt: now - STEP_MS }
  rolls.set(strip, roll)
  place(strip, positionOf(roll, now))
  timer ??= setInterval(step, STEP_MS)
}

/** The strip is gone from the page. */
export const forgetStrip = (strip: HTMLElement): void => {
  rolls.delete(strip)
}
