import type { Point } from '#contract/overview/map.ts'
import { type Box, nearestIn, type Segment, type Size, sharedSize } from './boxes.ts'

/** The card says again what the label says, but who looks for it looks there. */
const OWN_LABEL = 6

/** Where it covers least of its target and of the labels, its own above all, and always inside of the frame. */
export function placeCard(
  target: Box,
  labels: { own: Box | null; all: readonly Box[] },
  size: Size,
  frame: Size,
  gap: number,
): Box {
  const middleX = (target.left + target.right - size.width) / 2
  const middleY = (target.top + target.bottom - size.height) / 2
  const [east, west] = [target.right + gap, target.left - gap - size.width]
  const [south, north] = [target.bottom + gap, target.top - gap - size.height]
  const wanted = [
    [east, middleY + gap],
    [east, south],
    [middleX, south],
    [west, middleY + gap],
    [west, south],
    [east, north],
    [middleX, north],
    [west, north],
  ] as const
  const places = wanted.map(([left, top]) => {
    const box = within(frame, size, left, top)
    const covered = labels.all.reduce((sum, label) => sum + sharedSize(box, label), 0)
    const own = labels.own ? OWN_LABEL * sharedSize(box, labels.own) : 0
    return { box, cost: covered + own + 2 * sharedSize(box, target) }
  })
  const least = Math.min(...places.map(({ cost }) => cost))
  return places.find(({ cost }) => cost === least)?.box ?? within(frame, size, 0, 0)
}

function within(frame: Size, size: Size, left: number, top: number): Box {
  const x = Math.max(0, Math.min(left, frame.width - size.width))
  const y = Math.max(0, Math.min(top, frame.height - size.height))
  return { left: x, top: y, right: x + size.width, bottom: y + size.height }
}

/** Points of a line that are tried. */
const TRIED = 80

/** From the card to the first point that lies in the target. */
export function lineTo(target: Box, card: Box, isTarget: (point: Point) => boolean): Segment {
  const middle: Point = [(target.left + target.right) / 2, (target.top + target.bottom) / 2]
  const from = nearestIn(card, middle)
  for (let nth = 0; nth <= TRIED; nth++) {
    const share = nth / TRIED
    const point: Point = [from[0] + (middle[0] - from[0]) * share, from[1] + (middle[1] - from[1]) * share]
    if (isTarget(point)) return [from, point]
  }
  return [from, nearestIn(target, from)]
}
