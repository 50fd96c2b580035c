export type RowValue = string | number | boolean | null

/** A value of a composite type, as the database reads one: `(1,"two",,t)`. */
export function rowLiteral(values: readonly RowValue[]): string {
  return `(${values.map(encode).join()})`
}

function encode(value: RowValue): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? 't' : 'f'
  return `"${value.replace(/["\\]/g, '$&$&')}"`
}
