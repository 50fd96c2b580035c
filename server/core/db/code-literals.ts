import { type RawBuilder, sql } from 'kysely'

/**
 * The codes of an enumeration by their names, to stand in the text of a statement. Only there does PostgreSQL see that a
 * partial index (`where status = 0`) holds all that is asked for, and how frequent the value is; a parameter hides both.
 */
export function codeLiterals<Codes extends Record<string, number>>({ code }: { readonly code: Codes }) {
  return Object.fromEntries(Object.entries(code).map(([name, value]) => [name, sql.lit(value)])) as {
    readonly [Name in keyof Codes]: RawBuilder<Codes[Name]>
  }
}
