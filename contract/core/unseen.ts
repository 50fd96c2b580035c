/** Characters that nobody sees are left out: controls, direction marks, halves of pairs; those allowed stay. */
export const withoutUnseen = (text: string, allowed: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, (char) => (allowed.includes(char) ? char : ''))
