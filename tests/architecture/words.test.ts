// The words of docs/glossary.md: what they replaced appears in no comment and in no name.
import { describe, expect, it } from 'vitest'
import { commentsOf, FILES, isCode, linesWith, textOf } from './sources.ts'

/** Phrases that leave open who acts, or that mean several things. */
const RIDDLES = [
  /\bwhoever\b/i,
  /\bheard when\b/i,
  /\bkept back\b/i,
  /\b(is|are|was|were|been|being|not) told\b/i,
  /\bstands? there\b/i,
  /\bforese(e|en)\b/i,
  /\bbeside each\b/i,
  /\bno business of\b/i,
  /\bwhat is new stands\b/i,
]

/** Beginnings and endings of names that had several meanings; `toldAll` is a column of the database. */
const NAMES =
  /\b(?!toldAll\b)(kept|told|foreseen?|weighed|weigh|fresh|beside|unlike)[A-Z]\w*|\b[a-z]\w*(Beside|Told|Kept|Foreseen|Unlike)\b|\b(foresee|foreseen|weighed)\b(?=\s*[(=:,)])/

const OWN = FILES.filter((path) => isCode(path) && path !== 'tests/architecture/words.test.ts')

describe('the reader of comments', () => {
  it('finds every kind of comment, and no text of the code', () => {
    const text = "// one\nconst a = 'http://two' // three\n/** four\n * five */\nconst b = a /* six */\n"
    expect(commentsOf(text)).toEqual(['// one', '// three', '/** four\n * five */', '/* six */'])
  })
})

describe('comments', () => {
  it('say who acts, in terms of art', () => {
    const found = OWN.flatMap((path) =>
      commentsOf(textOf(path)).flatMap((comment) => {
        const line = comment.replace(/\s*\n\s*\*?\s*/g, ' ')
        return RIDDLES.some((riddle) => riddle.test(line)) ? [`${path}: ${line}`] : []
      }),
    )
    expect(found).toEqual([])
  })
})

describe('names', () => {
  it('are none that had several meanings', () => {
    expect(OWN.flatMap((path) => linesWith(path, NAMES))).toEqual([])
  })
})
