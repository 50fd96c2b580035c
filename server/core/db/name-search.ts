import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Scope } from '../scope.ts'
import { escapeLike, likePattern } from './text.ts'

/** Above the school names are shown as 张*明. */
export const seesNamesMasked = (scope: Scope): boolean => scope.kind !== 'org'

export type NamePattern = { pattern: string; shown: string[] }

/**
 * A typed name for readers who see names masked, as patterns over whole names and the letters that they contain. They
 * ask for nothing that the mask does not show (first letter, last letter of three or more, length): names with the same
 * mask are found alike, so that nobody confirms a guessed name by searching. `longer`: also names that the typed one
 * could begin or end.
 */
export function maskedNamePatterns(typed: string, longer = true): NamePattern[] {
  const letters = [...typed]
  const [first = '', last = ''] = [letters[0], letters.at(-1)]
  const any = (count: number) => '_'.repeat(count)
  const begins = (others: number) => ({ pattern: `${escapeLike(first)}${any(others)}%`, shown: [first] })
  const ends = (others: number) => ({ pattern: `${any(others)}%${escapeLike(last)}`, shown: [last] })
  if (letters.length <= 2) return [begins(letters.length - 1), ends(2)]
  const whole = `${escapeLike(first)}${any(letters.length - 2)}${escapeLike(last)}`
  const found = [{ pattern: whole, shown: [first, last] }]
  return longer ? [...found, begins(letters.length), ends(letters.length)] : found
}

/** Names of children that a typed one finds, as far as the reader sees them. */
export function nameFound(scope: Scope, name: RawBuilder<unknown>, typed: string): RawBuilder<SqlBool> {
  const patterns = seesNamesMasked(scope)
    ? maskedNamePatterns(typed).map(({ pattern }) => pattern)
    : [likePattern(typed)]
  return sql<SqlBool>`${name} like any (${patterns}::text[])`
}
