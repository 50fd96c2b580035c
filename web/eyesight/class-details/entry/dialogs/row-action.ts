/** What can be opened for one row. */
export type RowAction = { kind: 'clash' | 'conflict' | 'changes' | 'correction'; recordId: number }
