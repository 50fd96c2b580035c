/** Gives back what was put into it, the smallest weight first. */
export class Heap<Item> {
  readonly #entries: { weight: number; item: Item }[] = []

  push(item: Item, weight: number): void {
    const entries = this.#entries
    let at = entries.length
    entries.push({ weight, item })
    while (at > 0) {
      const above = (at - 1) >> 1
      if (!this.#isLighter(at, above)) break
      this.#swap(at, above)
      at = above
    }
  }

  pop(): { weight: number; item: Item } | undefined {
    const entries = this.#entries
    if (entries.length > 1) this.#swap(0, entries.length - 1)
    const first = entries.pop()
    let at = 0
    for (;;) {
      const below = 2 * at + 1
      const lighter = this.#isLighter(below + 1, below) ? below + 1 : below
      if (!this.#isLighter(lighter, at)) return first
      this.#swap(at, lighter)
      at = lighter
    }
  }

  #isLighter(at: number, other: number): boolean {
    const [one, two] = [this.#entries[at], this.#entries[other]]
    return one !== undefined && two !== undefined && one.weight < two.weight
  }

  #swap(at: number, other: number): void {
    const [one, two] = [this.#entries[at], this.#entries[other]]
    if (!one || !two) return
    this.#entries[at] = two
    this.#entries[other] = one
  }
}
