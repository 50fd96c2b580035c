import { auditObjectLabel } from '#contract/core/audit-actions.ts'
import { maskName } from '#contract/core/mask.ts'
import type { Db } from '../core/db/connect.ts'
import type { Entry } from './audit-log-queries.ts'
import { hasNames, type NamedObject, selectObjects } from './audit-object-queries.ts'

/** Of an act on many so many are named. */
const NAMED_MAX = 3

type About = Pick<Entry, 'objectType' | 'objectId' | 'detail' | 'success' | 'code'>

/** What lies outside the range answers as if it were not there: the trail of who tried it must not name it either. */
const REFUSED_AS_ABSENT: readonly number[] = [616, 650]
const isRefusedAsAbsent = ({ success, code }: About): boolean => !success && REFUSED_AS_ABSENT.includes(code)

export type ObjectWords = { objectType: string | null; object: string | null }

/**
 * What entries are about, in words; whatever is gone by now is named by its number. The student whose entries were asked
 * for is in the range of the reader.
 */
export async function describeObjects(
  db: Db,
  entries: readonly About[],
  studentId?: number,
): Promise<(about: About) => ObjectWords> {
  const isHidden = (about: About) =>
    isRefusedAsAbsent(about) && !(about.objectType === 'student' && about.objectId === String(studentId))
  const wanted = new Map<string, Set<number>>()
  for (const entry of entries) {
    const { type, ids: all } = namedIn(entry)
    if (type === null || !hasNames(type) || isHidden(entry)) continue
    const ids = wanted.get(type) ?? new Set()
    for (const id of all.slice(0, NAMED_MAX)) ids.add(id)
    wanted.set(type, ids)
  }
  const found = new Map(
    (await selectObjects(db, wanted)).map((object) => [`${object.type} ${object.id}`, wordsOf(object)]),
  )
  return (about) => ({
    objectType: about.objectType && auditObjectLabel(about.objectType),
    object: objectWords(about, isHidden(about) ? new Map() : found),
  })
}

/** Acts on several write their ids side by side; the last one may be cut off. */
const idsIn = (objectId: string): number[] =>
  objectId
    .split(',')
    .filter((part) => /^\d{1,15}$/.test(part))
    .map(Number)

/** A file is of a unit, whose type stands before its id. */
function namedIn({ objectType, objectId }: Pick<About, 'objectType' | 'objectId'>) {
  if (objectType === null || objectId === null) return { type: null, ids: [] }
  const [type = '', id] = objectId.split(':')
  if (objectType === 'export' && id !== undefined) return { type, ids: idsIn(id) }
  return { type: objectType, ids: idsIn(objectId) }
}

const wordsOf = ({ name, place, child }: NamedObject): string =>
  `${child ? maskName(name) : name}${place ? `（${place}）` : ''}`

function objectWords(
  { objectType, objectId, detail }: About,
  found: ReadonlyMap<string, string>,
): string | null {
  if (objectType === null || objectId === null) return null
  if (objectType === 'endpoint') return textIn(detail, 'summary') ?? objectId
  const { type, ids } = namedIn({ objectType, objectId })
  if (type === null || !hasNames(type)) return objectId
  const names = ids.slice(0, NAMED_MAX).map((id) => found.get(`${type} ${id}`) ?? `编号 ${id}`)
  const count = numberIn(detail, 'count') ?? ids.length
  return `${names.join('、')}${count > names.length ? ` 等 ${count} 个` : ''}`
}

/** What is said in addition: the reason, how many rows left, how many refusals the entry stands for. */
export function noteOf(detail: object | null): string | null {
  const reason = textIn(detail, 'reason')
  const rows = numberIn(detail, 'rows')
  const refusals = numberIn(detail, 'refusals')
  const words = [
    // Reasons that machines give are codes.
    reason !== undefined && /\p{Script=Han}/u.test(reason) && reason,
    rows !== undefined && rows > 1 && `${rows} 行`,
    refusals !== undefined && `合并 ${refusals} 次`,
  ].filter((word) => word !== false)
  return words.length > 0 ? words.join('；') : null
}

const fieldOf = (detail: object | null, field: string): unknown =>
  (detail as Record<string, unknown> | null)?.[field]
function textIn(detail: object | null, field: string): string | undefined {
  const value = fieldOf(detail, field)
  return typeof value === 'string' && value !== '' ? value : undefined
}
function numberIn(detail: object | null, field: string): number | undefined {
  const value = fieldOf(detail, field)
  return typeof value === 'number' ? value : undefined
}
