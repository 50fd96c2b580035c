import { useState } from 'react'
import type { StudentRow } from '#contract/students/schemas.ts'

/** The server takes so many at once. */
export const SELECTION_MAX = 500

type Selection = { among: string; rows: ReadonlyMap<number, StudentRow> }
const NONE: ReadonlyMap<number, StudentRow> = new Map()

/**
 * Students that are ticked, over several pages. `among` tells which list they are from: with another class or
 * filter nothing is ticked, so that nobody out of sight is changed.
 */
export function useSelection(among: string) {
  const [selection, setSelection] = useState<Selection>({ among, rows: NONE })
  const rows = selection.among === among ? selection.rows : NONE
  return {
    rows: [...rows.values()],
    ids: [...rows.keys()],
    /** `page` are the rows in sight; those ticked elsewhere are known from before. */
    select: (ids: readonly number[], page: readonly StudentRow[]) => {
      const known = new Map([...rows, ...page.map((row) => [row.studentId, row] as const)])
      const next = ids.flatMap((id) => {
        const row = known.get(id)
        return row ? [[id, row] as const] : []
      })
      setSelection({ among, rows: new Map(next.slice(0, SELECTION_MAX)) })
    },
    clear: () => setSelection({ among, rows: NONE }),
  }
}
