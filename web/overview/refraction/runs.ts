/** Neighbours that a line may join, with their places: items that are not shown part it, and so does `isNext`. */
export function runsOf<Item>(
  items: readonly Item[],
  isShown: (item: Item) => boolean,
  isNext: (one: Item, next: Item) => boolean,
): { item: Item; nth: number }[][] {
  const runs: { item: Item; nth: number }[][] = []
  for (const [nth, item] of items.entries()) {
    if (!isShown(item)) continue
    const run = runs.at(-1)
    const before = run?.at(-1)
    if (run && before && before.nth === nth - 1 && isNext(before.item, item)) run.push({ item, nth })
    else runs.push([{ item, nth }])
  }
  return runs
}
