export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** A typed word as a LIKE pattern: its own wildcards are taken literally. */
export function likePattern(keyword: string): string {
  return `%${escapeLike(keyword)}%`
}
