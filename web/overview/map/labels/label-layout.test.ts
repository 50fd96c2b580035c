// Labels of the shapes that come with the product, at the sizes of walls.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { AreaShapes } from '#contract/overview/map.ts'
import { type Box, boxAround, cross, crossesBox, overlap, type Size } from '../boxes.ts'
import type { MapArea } from '../map-area.ts'
import { scaleShapes } from '../scaled-shapes.ts'
import { type LabelledShape, type LabelPlace, placeLabels } from './label-layout.ts'
import { labelSize, labelType } from './label-size.ts'
import { NOBODY, ShapeCells } from './shape-cells.ts'

const FOLDER = path.resolve('server/overview/maps')
const LEVELS = readdirSync(FOLDER).filter((name) => name.endsWith('.json'))
const readMap = (name: string): AreaShapes => JSON.parse(readFileSync(path.join(FOLDER, name), 'utf8'))
const AREA: MapArea = {
  id: '',
  name: '钱塘区',
  value: '78.57',
  step: 2,
  note: null,
  attention: true,
  tooltip: [],
  opens: true,
}

function layOut(map: AreaShapes, size: Size, unit: number, area: MapArea) {
  const label = labelSize(area, labelType(unit))
  const { shapes } = scaleShapes(map, size, 4 * unit, { width: 0, height: 0 })
  const labelled: LabelledShape[] = shapes.map((shape) => ({ ...shape, size: label }))
  return { shapes: labelled, label, places: placeLabels(labelled, size) }
}

const boxesOf = (places: ReadonlyMap<string, LabelPlace>, label: Size): Box[] =>
  [...places.values()].map(({ at }) => boxAround(at, label, 0))

describe.each([
  ['1366×768', { width: 640, height: 440 }, 0.711],
  ['1920×1080', { width: 904, height: 690 }, 1],
  ['3840×2160', { width: 1808, height: 1380 }, 2],
] as const)('at %s', (_, size, unit) => {
  test.each(LEVELS)('every area of %s has its label, and none lies on another', (name) => {
    const map = readMap(name)
    const { shapes, label, places } = layOut(map, size, unit, AREA)
    expect([...places.keys()].sort()).toEqual(map.areas.map(({ id }) => id).sort())
    const boxes = boxesOf(places, label)
    boxes.forEach((box, at) => {
      expect(boxes.slice(at + 1).filter((other) => overlap(box, other))).toEqual([])
    })
    const outside = boxes.filter(
      ({ left, top, right, bottom }) => left < 0 || top < 0 || right > size.width || bottom > size.height,
    )
    expect(outside).toEqual([])
    const cells = new ShapeCells(size, 2)
    shapes.forEach(({ rings }, owner) => {
      cells.fill(rings, owner)
    })
    for (const [id, { at, on }] of places) {
      const owner = shapes.findIndex((shape) => shape.id === id)
      if (on === 'inside') expect(cells.shareOf(owner, boxAround(at, label, 0))).toBeGreaterThan(0.85)
      if (on === 'ground') expect(cells.shareOf(NOBODY, boxAround(at, label, 0))).toBeGreaterThan(0.95)
    }
  })
})

test('lines to labels cross neither each other nor a label', () => {
  const { label, places } = layOut(readMap('330100.json'), { width: 904, height: 690 }, 1, {
    ...AREA,
    change: { points: 0.13 },
  })
  const leaders = [...places].flatMap(([id, { leader }]) => (leader ? [{ id, leader }] : []))
  expect(leaders.length).toBeGreaterThan(2)
  for (const { id, leader } of leaders) {
    const others = new Map([...places].filter(([other]) => other !== id))
    expect(boxesOf(others, label).filter((box) => crossesBox(leader, box))).toEqual([])
    expect(leaders.filter((other) => cross(leader, other.leader))).toEqual([])
  }
})

test('labels stay away from what is blocked', () => {
  const map = readMap('330000.json')
  const size = { width: 904, height: 690 }
  const { shapes, label } = layOut(map, size, 1, AREA)
  const blocked: Box = { left: 300, top: 200, right: 500, bottom: 400 }
  const places = placeLabels(shapes, size, [blocked])
  expect(places.size).toBe(map.areas.length)
  expect(boxesOf(places, label).filter((box) => overlap(box, blocked))).toEqual([])
})

test('where there is no room some have none', () => {
  const square = { id: '', anchor: [50, 50] as const, rings: [], size: { width: 60, height: 60 } }
  const shapes = ['one', 'two', 'three'].map((id) => ({ ...square, id }))
  expect([...placeLabels(shapes, { width: 100, height: 70 }).keys()]).toHaveLength(1)
})
