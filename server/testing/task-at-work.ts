import type { TestApp } from './app.ts'
import { newUser, signedIn } from './people.ts'
import { orgIdOf } from './rows.ts'
import { startedTask } from './screening.ts'

/** A task under way with an administrator and a screener of its school. */
export async function taskAtWork(app: TestApp, options: Parameters<typeof startedTask>[1] = {}) {
  const made = await startedTask(app, options)
  const admin = await newUser(app, made.schoolOrgId, 20)
  const screener = await newUser(app, made.schoolOrgId, 30)
  return {
    ...made,
    admin: await signedIn(app, admin.account),
    adminId: admin.userId,
    screener: await signedIn(app, screener.account),
    screenerId: screener.userId,
    /** The id of the record at a place in the list. */
    at: (index: number) => made.records[index]?.recordId ?? 0,
  }
}

/** The same, carried out by 西湖人民医院. */
export async function taskOfHospital(app: TestApp, options: Parameters<typeof startedTask>[1] = {}) {
  const orgId = await orgIdOf(app, '330106-hospital')
  const task = await taskAtWork(app, {
    ...options,
    task: { ...options?.task, executor: { by: 'org', orgId } },
  })
  return {
    ...task,
    hospitalId: orgId,
    hospital: await signedIn(app, 'hospital01'),
    hospitalScreener: await signedIn(app, 'hscreen01'),
  }
}
