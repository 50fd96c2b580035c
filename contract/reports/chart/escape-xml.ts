// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML cannot carry
const ILLEGAL = /[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]/gu
const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** For content and attributes; what XML cannot carry is left out. */
export function escapeXml(text: string): string {
  return legalText(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}

/** Without control characters and halves of pairs, which no document can show. */
export const legalText = (text: string): string => text.replace(ILLEGAL, '')
