import { DEMO_USERS } from '../seed/demo-world.ts'
import type { TestApp } from './app.ts'
import { rowsOf } from './rows.ts'

/** Somebody who calls. */
export type By = Pick<TestApp, 'call'>

/** The data of an answer, which must be no refusal. */
export async function must<T>(
  answer: Promise<{ success: boolean; code: number; message: string; data: T }>,
): Promise<T> {
  const { success, code, message, data } = await answer
  if (!success) throw new Error(`${code} ${message}`)
  return data
}

export const signedIn = async (app: TestApp, account: string): Promise<By> => app.as(await app.login(account))

/** Somebody of the demo, who signs in with the first call. */
export function demoUser(app: { readonly current: TestApp }, account: string): By {
  let user: Promise<By> | undefined
  return {
    async call(endpoint, input) {
      user ??= signedIn(app.current, account)
      return (await user).call(endpoint, input)
    },
  }
}

/** Users of the demo by account, for tests that call as many of them. */
export function demoUsers(app: { readonly current: TestApp }): (account: string) => By {
  const known = new Map<string, By>()
  return (account) => {
    const user = known.get(account) ?? demoUser(app, account)
    known.set(account, user)
    return user
  }
}

/** Demo accounts whose ranges differ: the levels of the administration, a school, its teachers and a hospital. */
export const READERS = [
  'province01',
  'city01',
  'region01',
  'school01',
  'grade01',
  'teacher01',
  'hospital01',
] as const

/** The administrator of one of the demo's organisations. */
export const accountOf = (orgKey: string): string =>
  DEMO_USERS.find(({ org, isSuper }) => org === orgKey && isSuper)?.account ?? ''

let madeUsers = 0

/** Somebody of a school with the demo's password: 20 admin, 40 grade head, 45 class teacher. The first has an admin. */
export async function newUser(
  app: TestApp,
  orgId: number,
  roleType: 20 | 30 | 40 | 45,
): Promise<{ userId: number; account: string }> {
  madeUsers += 1
  const account = `made${process.pid}x${madeUsers}`
  const admins = 'select 1 from app_user where org_id = $1 and role_type = 20'
  // Without an administrator nobody of an organisation gets in (659).
  if (roleType !== 20 && (await rowsOf(app, admins, [orgId])).length === 0) await newUser(app, orgId, 20)
  await app.sql(`insert into app_user (account, account_key, real_name, password_hash, org_id, role_type, is_super,
      data_range_type)
    select '${account}', '${account}', '测老师', password_hash, ${orgId}, ${roleType}, false, 4
    from app_user where account = 'teacher01'`)
  const [row] = await rowsOf<{ id: number }>(app, 'select id from app_user where account = $1', [account])
  return { userId: row?.id ?? 0, account }
}

/** The administrator of a school that was just made, signed in. */
export async function schoolAdmin(app: TestApp, schoolOrgId: number): Promise<By> {
  return signedIn(app, (await newUser(app, schoolOrgId, 20)).account)
}

/** Grants permissions to an account, or takes them away. */
export const permit = (app: TestApp, account: string, ids: readonly number[], granted = true) =>
  app.sql(`insert into user_permission_override (user_id, permission_id, granted)
    select u.id, p.id, ${granted} from app_user u, permission p
    where u.account = '${account}' and p.id in (${ids.join(',')})
    on conflict (user_id, permission_id) do update set granted = excluded.granted`)
