// Codes of the database are written by the name that their enumeration gives them.
import { describe, expect, it } from 'vitest'
import { codeOf, sourcesUnder } from './sources.ts'

const COLUMNS = [
  ...[
    'status',
    'state',
    'kind',
    'stage',
    'level',
    'sex',
    'outcome',
    'season',
    'glasses',
    'absence',
    'source',
  ],
  ...['correction', 'property', 'left_as', 'history_type', 'student_type', 'org_type', 'role_type'],
  ...['data_range_type', 'school_type', 'hospital_type', 'city_property', 'face_collected'],
]
const column = `\\b(?:${COLUMNS.join('|')})\\b`
const comparison = '(?:=|<>|!=|<=?|>=?|(?:not )?in \\(|is (?:not )?distinct from)'
/** `status = 1`, `state in (0, 2)`, `case status when 1`, `status = case when … then 1 else 0 end`. */
const BARE_CODES = [
  new RegExp(`${column}\\s*${comparison}\\s*'?-?\\d`),
  new RegExp(`\\bcase\\s+(?:\\w+\\.)?${column}\\s+when\\s+'?-?\\d`),
  new RegExp(`${column}\\s*=\\s*case\\b(?:(?!\\bend\\b)[^;])*\\b(?:then|else)\\s+'?-?\\d`),
]

const camelCase = (name: string): string => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase())
/** `.where('plan.status', '>', 0)` */
const BARE_OPERAND = new RegExp(
  `'(?:\\w+\\.)?(?:${COLUMNS.map(camelCase).join('|')})',\\s*'[^']+',\\s*\\[?\\s*-?\\d`,
)

/** The text of each `sql` template, also of those inside others; what is put in is left as a question mark. */
function sqlTexts(code: string): string[] {
  return [...code.matchAll(/\bsql(?:<[^`]*?>)?`/g)].map((start) => {
    let text = ''
    for (let at = start.index + start[0].length; at < code.length && code[at] !== '`'; ) {
      const next = code.startsWith('${', at) ? afterExpression(code, at + 2) : at + 1
      text += next === at + 1 ? code[at] : '?'
      at = next
    }
    return text
  })
}

function afterExpression(code: string, from: number): number {
  let at = from
  for (let open = 1; open > 0 && at < code.length; at++) {
    if (code[at] === '`') at = afterTemplate(code, at + 1) - 1
    else if (code[at] === '{') open++
    else if (code[at] === '}') open--
  }
  return at
}

function afterTemplate(code: string, from: number): number {
  let at = from
  while (at < code.length && code[at] !== '`')
    at = code.startsWith('${', at) ? afterExpression(code, at + 2) : at + 1
  return at + 1
}

/** A repeatable statement is text of its own. */
const statementsOf = (path: string): string[] =>
  path.endsWith('.sql.ts') ? codeOf(path).split('\n') : sqlTexts(codeOf(path))

const FILES = sourcesUnder('server').filter((path) => !/^server\/(testing|migrations)\//.test(path))

describe('the reader of statements', () => {
  it('reads templates with what is inside of them, and nothing else', () => {
    const code = `sql<A>\`a \${b ? sql\`c \${{ d: 1 }}\` : \`e\`} f\` + \`g\` + sql\`h\`; const status = 1`
    expect(sqlTexts(code)).toEqual(['a ? f', 'c ?', 'h'])
  })

  it.each([
    'task.status = 1',
    'r.state <> 0',
    'status in (1, 2)',
    'r.glasses is not distinct from 4',
    'case task.status when 1 then',
    'set status = case when synced_at is null then 0 else 1 end',
  ])('knows a bare code: %s', (statement) => {
    expect(BARE_CODES.some((bare) => bare.test(statement))).toBe(true)
  })

  it.each([
    'task.status = ?',
    'warning_level is not distinct from 3',
    "kind = 'org'",
    'case task.status when ? then 0 else 2 end',
    'status = case when a then ? else ? end, n = case when b then 1 end',
  ])('knows what is none: %s', (statement) => {
    expect(BARE_CODES.some((bare) => bare.test(statement))).toBe(false)
  })
})

describe('codes', () => {
  it('stand in statements by their names', () => {
    const found = FILES.flatMap((path) =>
      statementsOf(path).flatMap((statement) =>
        BARE_CODES.flatMap((bare) => {
          const [match] = bare.exec(statement) ?? []
          return match ? [`${path}: ${match}`] : []
        }),
      ),
    )
    expect(found).toEqual([])
  })

  it('are operands by their names', () => {
    const found = FILES.flatMap((path) => {
      const [match] = BARE_OPERAND.exec(codeOf(path)) ?? []
      return match ? [`${path}: ${match}`] : []
    })
    expect(found).toEqual([])
  })
})
