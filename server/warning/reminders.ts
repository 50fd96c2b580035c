// Teachers are reminded of children who were advised to see a doctor and were not seen.
import { randomUUID } from 'node:crypto'
import type { JobRun } from '../core/jobs/queue.ts'
import { type Digest, insertDigests } from './notice-queries.ts'
import { placeName } from './notices.ts'
import { type ReminderGroup, selectSchoolsToRemind, updateAutoReminded } from './reminder-queries.ts'

const SCHOOLS_AT_ONCE = 50

export async function sendReminders(run: JobRun): Promise<void> {
  const schools = await selectSchoolsToRemind(run.db)
  for (let from = 0; from < schools.length && !run.signal.aborted; from += SCHOOLS_AT_ONCE) {
    const some = schools.slice(from, from + SCHOOLS_AT_ONCE)
    await run.db.transaction().execute(async (tx) => {
      await run.fence(tx)
      const groups = await updateAutoReminded(tx, some)
      await insertDigests(tx, groups.filter(({ userIds }) => userIds.length > 0).map(digestOf))
    })
  }
}

const digestOf = (group: ReminderGroup): Digest => ({
  key: randomUUID(),
  title: `${group.students} 名学生建议就诊，尚未就诊`,
  body: `${placeName(group)}有 ${group.students} 名学生建议就诊，到期仍没有就诊登记。请提醒家长带孩子就诊，并登记就诊情况。`,
  link: `/warning/warning-list?planId=${group.planId}&classId=${group.classId}&indicator=notVisited`,
  userIds: group.userIds,
})
