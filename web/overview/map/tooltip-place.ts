import { areaOf, overlap } from './label-layout.ts'
import type { LabelSize } from './label-size.ts'
import type { Box } from './shape-cells.ts'

/** At the side of the target where it covers least of it, and always inside of the frame. */
export function placeCard(target: Box, size: LabelSize, frame: LabelSize, gap: number): Box {
  const middleX = (target.left + target.right - size.width) / 2
  const middleY = (target.top + target.bottom - size.height) / 2
  const wanted = [
    [target.right + gap, middleY + gap],
    [target.left - gap - size.width, middleY + gap],
    [middleX, target.bottom + gap],
    [middleX, target.top - gap - size.height],
  ] as const
  const boxes = wanted.map(([left, top]) => within(frame, size, left, top))
  const least = Math.min(...boxes.map((box) => sharedArea(box, target)))
  return boxes.find((box) => sharedArea(box, target) === least) ?? within(frame, size, 0, 0)
}

function within(frame: LabelSize, size: LabelSize, left: number, top: number): Box {
  const x = Math.max(0, Math.min(left, frame.width - size.width))
  const y = Math.max(0, Math.min(top, frame.height - size.height))
  return { left: x, top: y, right: x + size.width, bottom: y + size.height }
}

function sharedArea(one: Box, two: Box): number {
  if (!overlap(one, two)) return 0
  return areaOf({
    left: Math.max(one.left, two.left),
    top: Math.max(one.top, two.top),
    right: Math.min(one.right, two.right),
    bottom: Math.min(one.bottom, two.bottom),
  })
}
