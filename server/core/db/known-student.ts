import { sql } from 'kysely'

/**
 * What a school has on a child: what stands in `student` today or, where the child has left the school, what stood there
 * on that day. For queries with `student` and with `left_student` as `former`, of the school that the row belongs to.
 */
export const KNOWN_NAME = sql<string>`coalesce(former.name, student.name)`
export const KNOWN_BIRTH_DATE = sql<string>`coalesce(former.birth_date, student.birth_date)`

type Stored = 'studentNoMask' | 'idCardMask' | 'passportMask' | 'parentPhoneMask' | 'nation'
type Sealed = 'studentNoEnc' | 'idCardEnc' | 'passportEnc' | 'parentPhoneEnc'

const known = <T>(column: string) =>
  sql<T>`case when former.student_id is null then ${sql.ref(`student.${column}`)} else ${sql.ref(`former.${column}`)} end`

/** For columns that may be empty. */
export const knownText = (column: Stored | 'nativePlace' | 'parentName') => known<string | null>(column)
export const knownSeal = (column: Sealed) => known<Buffer | null>(column)
/** For columns that never are. */
export const knownCode = <Code extends number>(column: 'sex' | 'studentType' | 'status') =>
  known<Code>(column)

/** The join itself, for queries that are written as text; `school` is the column with the school of the row. */
export const formerOf = (school: string) =>
  sql`left_student as former on former.student_id = student.id and former.org_id = ${sql.ref(school)}`
