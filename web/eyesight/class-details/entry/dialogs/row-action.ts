/** A dialog or drawer of one row. */
export type RowAction = { kind: 'clash' | 'conflict' | 'changes' | 'correction'; recordId: number }
