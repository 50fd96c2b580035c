import { useCallback, useState } from 'react'

type Key<Row> = keyof Row & string
type State<Row> = { among: string; rows: readonly Row[] }
const NONE: readonly never[] = []

/**
 * Rows that are chosen, over several pages. `among` names the list they are from: with another filter nothing is
 * chosen, so that nothing out of sight is changed.
 */
export function useChosenRows<Row>(among = '') {
  const [state, setState] = useState<State<Row>>({ among, rows: NONE })
  const onChange = useCallback((rows: readonly Row[]) => setState({ among, rows }), [among])
  return { chosen: state.among === among ? state.rows : NONE, onChange }
}

/** The selection after some rows are added or removed. */
export function chooseRows<Row>(
  chosen: readonly Row[],
  rows: readonly Row[],
  on: boolean,
  rowKey: Key<Row>,
): Row[] {
  const keys = keysOf(rows, rowKey)
  const others = chosen.filter((row) => !keys.has(row[rowKey]))
  return on ? [...others, ...rows] : others
}

/** Those of a page that are chosen, as the page has them now. */
export function chosenOf<Row>(page: readonly Row[], chosen: readonly Row[], rowKey: Key<Row>): Row[] {
  const keys = keysOf(chosen, rowKey)
  return page.filter((row) => keys.has(row[rowKey]))
}

const keysOf = <Row>(rows: readonly Row[], rowKey: Key<Row>) => new Set(rows.map((row) => row[rowKey]))
