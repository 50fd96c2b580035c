/** A typed word as a LIKE pattern: its own wildcards are taken literally. */
export function likePattern(keyword: string): string {
  return `%${keyword.replace(/[\\%_]/g, '\\$&')}%`
}
