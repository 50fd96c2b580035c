// Rings cut where borders meet, so that two neighbours share the same piece of their border: simplified once, it cannot
// tear apart.
import type { Point, Ring } from '#contract/overview/map.ts'
import { weightsOf } from './simplify.ts'

export type Arc = { points: Point[]; weights: number[] }
/** The pieces of a ring in its order; `reversed` ones are walked from their end. */
export type ArcRing = { arc: Arc; reversed: boolean }[]

/** Coordinates are whole numbers below this. */
const FACTOR = 1 << 20
const keyOf = ([x, y]: Point): number => x * FACTOR + y

export function cutIntoArcs(rings: readonly Ring[]): ArcRing[] {
  const junctions = junctionsOf(rings)
  const arcs = new Map<string, Arc>()
  return rings.map((ring) => {
    const pieces = piecesOf(ring, junctions).map((piece) => sharedArc(arcs, piece))
    stiffen(pieces)
    return pieces
  })
}

/** Points where the ways of two rings, or of a ring with itself, part. */
function junctionsOf(rings: readonly Ring[]): Set<number> {
  const sides = new Map<number, readonly [number, number]>()
  const junctions = new Set<number>()
  for (const ring of rings) {
    ring.forEach((point, at) => {
      const key = keyOf(point)
      const before = keyOf(ring.at(at - 1) ?? point)
      const after = keyOf(ring[(at + 1) % ring.length] ?? point)
      const pair = before < after ? ([before, after] as const) : ([after, before] as const)
      const known = sides.get(key)
      if (!known) sides.set(key, pair)
      else if (known[0] !== pair[0] || known[1] !== pair[1]) junctions.add(key)
    })
  }
  return junctions
}

/** From junction to junction; a ring without any is one piece, from its smallest point, wherever it was begun. */
function piecesOf(ring: Ring, junctions: ReadonlySet<number>): Point[][] {
  const keys = ring.map(keyOf)
  const first = keys.findIndex((key) => junctions.has(key))
  const start = first >= 0 ? first : keys.indexOf(keys.reduce((least, key) => Math.min(least, key)))
  const turned = [...ring.slice(start), ...ring.slice(0, start + 1)]
  const pieces: Point[][] = []
  let piece: Point[] = []
  turned.forEach((point, at) => {
    piece.push(point)
    if (at === 0) return
    if (at < turned.length - 1 && !junctions.has(keyOf(point))) return
    pieces.push(piece)
    piece = [point]
  })
  return pieces
}

function sharedArc(arcs: Map<string, Arc>, piece: Point[]): ArcRing[number] {
  const reversed = isReversed(piece)
  const points = reversed ? piece.toReversed() : piece
  const name = points.map(keyOf).join()
  const arc = arcs.get(name) ?? { points, weights: weightsOf(points) }
  arcs.set(name, arc)
  return { arc, reversed }
}

/** The same piece is walked by its two neighbours in opposite directions: one of them counts. */
function isReversed(piece: readonly Point[]): boolean {
  for (let at = 0; at < piece.length / 2; at++) {
    const [head, tail] = [piece[at], piece.at(-1 - at)]
    if (head && tail && keyOf(head) !== keyOf(tail)) return keyOf(head) > keyOf(tail)
  }
  return false
}

/** A ring of one or two pieces would fall into a line without its farthest points. */
function stiffen(pieces: ArcRing): void {
  if (pieces.length > 2) return
  for (const { arc } of pieces) {
    const inside = arc.weights.map((weight, at) => ({ weight, at })).slice(1, -1)
    inside.sort((one, two) => two.weight - one.weight)
    for (const { at } of inside.slice(0, 3 - pieces.length)) arc.weights[at] = Number.POSITIVE_INFINITY
  }
}

/** The ring with the points that weigh at least so much. */
export function ringAt(pieces: ArcRing, leastWeight: number): Ring {
  return pieces.flatMap(({ arc, reversed }) => {
    const points = arc.points.filter((_, at) => (arc.weights[at] ?? 0) >= leastWeight)
    // The last point is the first one of the next piece.
    return (reversed ? points.reverse() : points).slice(0, -1)
  })
}
