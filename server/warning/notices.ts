// Digests for the people whom rules name, of warnings that came into being or rose.
import { randomUUID } from 'node:crypto'
import { warningWord } from '#contract/eyesight/warning-words.ts'
import { gradeName } from '#contract/schools/grades.ts'
import { Notified, WarningScope } from '#contract/warning/rules.ts'
import type { Tx } from '../core/db/connect.ts'
import type { JobRun } from '../core/jobs/queue.ts'
import {
  type Digest,
  insertAreaNotices,
  insertDigests,
  insertSchoolNotices,
  lockNotices,
  type NoticeGroup,
  selectSchoolsToNotify,
} from './notice-queries.ts'
import { selectWatchedPlans } from './units/unit-findings-queries.ts'

export const SCHOOLS_AT_ONCE = 50

/** Each school in one transaction with what is noted of it, so that nobody gets a digest twice. */
export async function sendNotices(run: JobRun): Promise<void> {
  const planIds = (await selectWatchedPlans(run.db)).map(({ planId }) => planId)
  const schools = await selectSchoolsToNotify(run.db, planIds)
  for (let from = 0; from < schools.length && !run.signal.aborted; from += SCHOOLS_AT_ONCE) {
    const some = schools.slice(from, from + SCHOOLS_AT_ONCE)
    await run.db.transaction().execute(async (tx) => {
      await run.fence(tx)
      await notifySchools(tx, planIds, some)
    })
  }
  if (run.signal.aborted) return
  await run.db.transaction().execute(async (tx) => {
    await run.fence(tx)
    await notifyAreas(tx, planIds)
  })
}

export async function notifySchools(
  tx: Tx,
  planIds: readonly number[],
  schoolIds: readonly number[],
): Promise<void> {
  await lockNotices(tx)
  await insertDigests(tx, digestsOf(await insertSchoolNotices(tx, planIds, schoolIds)))
}

export async function notifyAreas(tx: Tx, planIds: readonly number[]): Promise<void> {
  await lockNotices(tx)
  await insertDigests(tx, digestsOf(await insertAreaNotices(tx, planIds)))
}

const digestsOf = (groups: readonly NoticeGroup[]): Digest[] =>
  groups.filter(({ userIds }) => userIds.length > 0).map(digestOf)

type NamedClass = Pick<NoticeGroup, 'schoolName' | 'schoolSystem' | 'stage' | 'gradeNo' | 'className'>

/** 某某小学三年级1班; the school alone where it is not about a class. */
export function placeName({ schoolName, schoolSystem, stage, gradeNo, className }: NamedClass): string {
  const grade =
    stage === null || gradeNo === null || schoolSystem === null ? '' : gradeName(stage, gradeNo, schoolSystem)
  return [schoolName, grade, className].join('')
}

const { class: klass, school, region } = WarningScope.code
const { teacher, region: regionBody, city: cityBody } = Notified.code

function digestOf(group: NoticeGroup): Digest {
  const above = group.group === regionBody || group.group === cityBody
  const parts = [
    [group.students, '名学生'],
    [group.classes, '个班级'],
    [group.schools, '所学校'],
    [group.regions, '个区县'],
    [group.cities, '个地市'],
  ] as const
  const counted = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`)
  const where = above ? '辖区内' : placeName(group)
  return {
    key: randomUUID(),
    title: `${counted.join('、')}新增视力预警`,
    body: `筛查计划“${group.planName}”：${where}有 ${counted.join('、')}新增预警或级别升高，最高${warningWord(group.level)}。请查看名单并登记处理情况。`,
    link: linkOf(group, above),
    userIds: group.userIds,
  }
}

/** Opens the list at what the digest counts most of. */
function linkOf({ planId, group, classId, students, classes, schools }: NoticeGroup, above: boolean): string {
  const unit = schools > 0 ? school : classes > 0 ? klass : region
  const scope = students > 0 ? '' : `&scope=${unit}`
  const inside = group === teacher && !above ? `&classId=${classId}` : ''
  return `/warning/warning-list?planId=${planId}${inside}${scope}`
}
