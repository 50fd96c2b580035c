import { createHmac, randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { RoleType } from '#contract/core/codes.ts'
import { parseIdCard } from '#contract/core/id-card.ts'
import type { DeviceAnswer } from '#contract/device/schemas.ts'
import type { ClassGrid } from '#contract/eyesight/record-schemas.ts'
import type { TaskDetail, TaskRow } from '#contract/eyesight/task-schemas.ts'
import { DEMO_ORGS, DEMO_PASSWORD, DEMO_USERS, demoPhone } from '#server/seed/demo-world.ts'

/** The product that this worker has to itself. */
export function ownAddress(): string {
  const addresses = inject('addresses')
  return addresses[Number(process.env.VITEST_POOL_ID ?? 1) % addresses.length] ?? ''
}

/** An account of the demo with what a person knows about it. */
export function demoUser(account: string) {
  const index = DEMO_USERS.findIndex((user) => user.account === account)
  const user = DEMO_USERS[index]
  if (!user) throw new Error(`no demo account ${account}`)
  const org = DEMO_ORGS.find(({ key }) => key === user.org)
  return { ...user, phone: demoPhone(index + 1), orgName: org?.name ?? null }
}

/** Accounts in addition to the thirteen of the login page, for tests that leave them changed. */
export function otherUser(prefix: 'teacher' | 'school' | 'hospital', position: number) {
  const others = DEMO_USERS.filter(({ account }) => new RegExp(`^${prefix}\\d{4}$`).test(account))
  const user = others[position]
  if (!user) throw new Error(`no account ${position} of ${prefix}`)
  return demoUser(user.account)
}

/** Who looks after an organisation of the demo, by its key. */
export function adminOf(org: string) {
  const user = DEMO_USERS.find((each) => each.org === org && each.roleType === RoleType.code.admin)
  if (!user) throw new Error(`no administrator of ${org}`)
  return demoUser(user.account)
}

/** A number of a district, which nobody of the demo has; an odd running number is a boy's. */
export function idCardOf(birthDate: string, running: number): string {
  const first17 = `330106${birthDate.replaceAll('-', '')}${String(running).padStart(3, '0')}`
  const number = [...'0123456789X'].map((check) => first17 + check).find(parseIdCard)
  if (!number) throw new Error(`${birthDate} is no birth date`)
  return number
}

const sessions = new Map<string, string>()

/** The session used before, unless something has ended it: each sign-in is a slow hash. */
async function sessionOf(account: string): Promise<string> {
  const known = sessions.get(account)
  if (known && (await isAlive(known))) return known
  const input = { account, password: DEMO_PASSWORD }
  const { token } = await request<{ token: string }>('/auth/system/login', null, input)
  sessions.set(account, token)
  return token
}

const isAlive = (token: string): Promise<boolean> =>
  request('/auth/system/userInfo', token).then(
    () => true,
    () => false,
  )

/** Another person at work, somewhere else. */
export async function colleague(account: string) {
  const token = await sessionOf(account)
  return {
    token,
    get: <T>(path: string, query: Record<string, string> = {}) =>
      request<T>(`${path}?${new URLSearchParams(query)}`, token),
    post: <T>(path: string, input: object) => request<T>(path, token, input),
  }
}

/** The code that was sent to a phone last; the demo tells it. */
export async function latestSms(phone: string): Promise<string> {
  const { smsCode } = await request<{ smsCode: string }>(`/dev/sms/latest?phone=${phone}`, null)
  return smsCode
}

/** The id of a school by its whole name. */
export async function schoolNamed(by: Colleague, name: string): Promise<number> {
  const { list } = await by.get<{ list: { orgId: number; orgName: string }[] }>(
    '/basicweb/org/v3/schoolPageList',
    { keyword: name },
  )
  const school = list.find(({ orgName }) => orgName === name)
  if (!school) throw new Error(`no school ${name} in range`)
  return school.orgId
}

type Colleague = Awaited<ReturnType<typeof colleague>>
type Grade = { gradeName: string; classes: { classId: number; className: string }[] }

/** The id of a class of a school, such as 三年级1班. */
export async function classNamed(by: Colleague, orgId: number, name: string): Promise<number> {
  const grades = await by.get<Grade[]>('/basicweb/grade/v3/gradeList', { orgId: String(orgId) })
  const classes = grades.flatMap(({ gradeName, classes }) =>
    classes.map(({ classId, className }) => ({ classId, name: gradeName + className })),
  )
  const found = classes.find((each) => each.name === name)
  if (!found) throw new Error(`no class ${name}`)
  return found.classId
}

/** Ids of the first students of a class. */
export async function studentsOf(by: Colleague, classId: number): Promise<number[]> {
  const { list } = await by.get<{ list: { studentId: number }[] }>('/basicweb/student/v3/studentPageList', {
    classId: String(classId),
  })
  return list.map(({ studentId }) => studentId)
}

/** A new student of a class, with a number that the test knows. */
export async function addStudent(by: Colleague, student: { name: string; idCard: string; classId: number }) {
  const input = { ...student, studentType: 1, status: 10 }
  const { studentId } = await by.post<{ studentId: number }>('/basicweb/student/addStudent', input)
  return { ...student, studentId }
}

/** The id of the plan of this name. */
export async function planNamed(by: Colleague, name: string): Promise<number> {
  const plans = await by.get<{ planId: number; planName: string }[]>('/manager/plan/choices')
  const plan = plans.find(({ planName }) => planName === name)
  if (!plan) throw new Error(`no plan ${name} in range`)
  return plan.planId
}

/** A school's task of a plan, with its classes. */
export async function taskOf(by: Colleague, planId: number, school: string): Promise<TaskDetail> {
  const { list } = await by.get<{ list: TaskRow[] }>('/manager/task/pageList', {
    planId: String(planId),
    keyword: school,
  })
  const task = list.find(({ schoolName }) => schoolName === school)
  if (!task) throw new Error(`no task of ${school} in range`)
  return by.get<TaskDetail>('/manager/task/detail', { taskId: String(task.taskId) })
}

/** A class of a task as it stands now. */
export const gridOf = (by: Colleague, taskId: number, classId: number) =>
  by.get<ClassGrid>('/manager/record/classGrid', { taskId: String(taskId), classId: String(classId) })

export type DeviceKey = { keyId: string; secret: string }
export type SentReading = { readingNo: string; recordId: number; reading: Record<string, number> }

/** One message of a device, signed. */
export function deviceMessage({ keyId, secret }: DeviceKey, readings: readonly SentReading[]) {
  const time = Math.floor(Date.now() / 1000)
  const nonce = randomUUID()
  const payload = JSON.stringify({ readings })
  const signed = [keyId, time, nonce, payload].join('\n')
  return { keyId, time, nonce, payload, signature: createHmac('sha256', secret).update(signed).digest('hex') }
}

/** The answer to a device; it has no session. */
export const sendReadings = (message: ReturnType<typeof deviceMessage>) =>
  request<DeviceAnswer>('/thirdpart/device/readings', null, message)

type Permission = { id: number; held: boolean }
type Permissions = { version: number; permissions: Permission[] }

/** Gives an account exactly what it holds now, without or with some permissions. */
export async function changePermissions(
  by: Awaited<ReturnType<typeof colleague>>,
  account: string,
  change: { take?: number[]; give?: number[] },
) {
  const { list } = await by.get<{ list: { userId: number; account: string }[] }>(
    '/manager/account/pageList',
    {
      keyword: account,
    },
  )
  const userId = list.find((row) => row.account === account)?.userId
  if (!userId) throw new Error(`${account} is out of range`)
  const { version, permissions } = await by.get<Permissions>('/manager/account/permissions', {
    userId: String(userId),
  })
  const held = new Set(permissions.filter((permission) => permission.held).map(({ id }) => id))
  for (const id of change.take ?? []) held.delete(id)
  for (const id of change.give ?? []) held.add(id)
  await by.post('/manager/account/grant', { userId, version, permissionIds: [...held] })
}

async function request<T>(path: string, token: string | null, input?: object): Promise<T> {
  const response = await fetch(ownAddress() + path, {
    method: input ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', ...(token && { authorization: token }) },
    body: input && JSON.stringify(input),
  })
  const answer = (await response.json()) as { success: boolean; message: string; data: T }
  if (!answer.success) throw new Error(`${path}: ${answer.message}`)
  return answer.data
}
