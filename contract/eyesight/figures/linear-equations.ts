// What a reader can derive from sums.
const isZero = (coefficient: number | undefined): boolean => Math.abs(coefficient ?? 0) < 1e-9

/** The unknowns for which equations (a row of coefficients each) leave only one value. */
export function determinedUnknowns(equations: readonly (readonly number[])[]): Set<number> {
  const rows = equations.map((row) => [...row])
  const width = rows[0]?.length ?? 0
  let solved = 0
  for (let column = 0; column < width; column++) {
    const at = rows.findIndex((row, nth) => nth >= solved && !isZero(row[column]))
    if (at < 0) continue
    const [pivot = []] = rows.splice(at, 1)
    const factor = pivot[column] ?? 1
    for (const nth of pivot.keys()) pivot[nth] = (pivot[nth] ?? 0) / factor
    for (const row of rows) subtract(row, pivot, row[column] ?? 0)
    rows.splice(solved, 0, pivot)
    solved += 1
  }
  const alone = rows.map((row) => [...row.keys()].filter((nth) => !isZero(row[nth])))
  return new Set(alone.filter(({ length }) => length === 1).flat())
}

function subtract(row: number[], other: readonly number[], times: number): void {
  if (isZero(times)) return
  for (const nth of row.keys()) row[nth] = (row[nth] ?? 0) - times * (other[nth] ?? 0)
}
