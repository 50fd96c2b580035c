import { cleanText } from './write-text.ts'

const NAME_MAX = 31

/** Names a workbook accepts: short, without the characters of references, each once whatever the case. */
export function sheetNames(wanted: readonly string[]): string[] {
  const taken = new Set<string>()
  return wanted.map((name, index) => {
    const legal = legalName(name) || `工作表${index + 1}`
    let unique = legal
    for (let count = 2; taken.has(unique.toLowerCase()); count++) {
      const suffix = `(${count})`
      unique = cleanText(legal, NAME_MAX - suffix.length) + suffix
    }
    taken.add(unique.toLowerCase())
    return unique
  })
}

function legalName(name: string): string {
  const kept = cleanText(name.replace(/[[\]:*?/\\\t\n\r]/g, ''), NAME_MAX)
  const bare = kept.replace(/^[\s']+|[\s']+$/g, '')
  // The one word that is reserved.
  return bare.toLowerCase() === 'history' ? `${bare}_` : bare
}
