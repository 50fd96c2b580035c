/** A class and how many rows of it are expected; in the order in which they are written. */
export type ClassPart = { classId: number; orgId: number; rows: number }

/** Rows of one statement: enough to be worth a round trip, few enough to be held. */
export const BATCH_ROWS = 1_000
/** A school is read at one moment unless it is larger than this. */
const SCHOOL_ROWS_MAX = 2_000

/** Classes whose rows are read together. */
export function* placeBatches(places: readonly ClassPart[]): Generator<number[]> {
  let classIds: number[] = []
  let rows = 0
  for (const [index, place] of places.entries()) {
    classIds.push(place.classId)
    rows += place.rows
    const schoolEnds = places[index + 1]?.orgId !== place.orgId
    if (rows < BATCH_ROWS || (!schoolEnds && rows < SCHOOL_ROWS_MAX)) continue
    yield classIds
    classIds = []
    rows = 0
  }
  if (classIds.length > 0) yield classIds
}

/** Ids that have been seen, a bit for each: a million take as much as a picture. */
export class SeenIds {
  #bits = new Uint8Array(1024)

  /** True the first time. */
  add(id: number): boolean {
    const at = Math.floor(id / 8)
    if (at >= this.#bits.length) {
      const wider = new Uint8Array(Math.max(at + 1, this.#bits.length * 2))
      wider.set(this.#bits)
      this.#bits = wider
    }
    const before = this.#bits[at] ?? 0
    const bit = 1 << (id % 8)
    this.#bits[at] = before | bit
    return (before & bit) === 0
  }
}
