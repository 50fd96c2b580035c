// The demo: the same every time, and thirteen accounts that sign in, each with the menu of its profile.
import { isDeepStrictEqual } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { PERMISSIONS, type PermissionName, type Profile } from '#contract/core/permissions.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import type { Db } from '../core/db/connect.ts'
import type { Secrets } from '../core/secrets.ts'
import { useApp } from '../testing/app.ts'
import { PROFILE_OF } from '../testing/demo-profiles.ts'
import { useDatabase } from '../testing/scratch-database.ts'
import { loadDemo } from './demo.ts'
import { DEMO_ACCOUNTS, DEMO_ORGS, DEMO_PASSWORD, DEMO_USERS } from './demo-world.ts'

const first = useApp()
// Who owns the tables loads them another way: the outcome is the same.
const owned = useDatabase('vision_owner')
const run = useDatabase('vision_app')
const STUDENTS = 400
const { login, menuList, sendSms, userInfo, userDataRange } = sessionEndpoints

const open = (secrets: Secrets, sealed: Buffer | null) => sealed && secrets.decrypt(sealed)

/** Every row, without the moment it was made, the salt and the random part of what is sealed. */
async function contentsOf({ db, secrets }: { db: Db; secrets: Secrets }) {
  const orgs = await db.selectFrom('org').selectAll().orderBy('id').execute()
  const users = await db.selectFrom('appUser').selectAll().orderBy('id').execute()
  return {
    orgs: orgs.map(({ createdAt: _, updatedAt: __, contactPhoneEnc, ...rest }) => ({
      ...rest,
      phone: open(secrets, contactPhoneEnc),
    })),
    users: users.map(({ createdAt: _, passwordChangedAt: __, passwordHash: ___, phoneEnc, ...rest }) => ({
      ...rest,
      phone: open(secrets, phoneEnc),
    })),
    schools: await db.selectFrom('school').selectAll().orderBy('orgId').execute(),
    hospitals: await db.selectFrom('hospital').selectAll().orderBy('orgId').execute(),
    settings: await db.selectFrom('setting').selectAll().orderBy('key').execute(),
    overrides: await db.selectFrom('userPermissionOverride').selectAll().execute(),
    ...(await rosterOf(db, secrets)),
    ...(await affairsOf(db)),
    ...(await screeningsOf(db)),
  }
}

async function rosterOf(db: Db, secrets: Secrets) {
  const students = await db.selectFrom('student').selectAll().orderBy('id').execute()
  const classes = await db.selectFrom('class').selectAll().orderBy('id').execute()
  const grades = await db.selectFrom('grade').selectAll().orderBy('id').execute()
  const enrolments = await db.selectFrom('enrolment').selectAll().orderBy('id').execute()
  return {
    students: students.map(({ createdAt: _, updatedAt: __, ...rest }) => ({
      ...rest,
      idCardEnc: open(secrets, rest.idCardEnc),
      passportEnc: open(secrets, rest.passportEnc),
      studentNoEnc: open(secrets, rest.studentNoEnc),
      parentPhoneEnc: open(secrets, rest.parentPhoneEnc),
    })),
    classes: classes.map(({ createdAt: _, updatedAt: __, ...rest }) => rest),
    grades: grades.map(({ createdAt: _, ...rest }) => rest),
    enrolments: enrolments.map(({ createdAt: _, updatedAt: __, ...rest }) => rest),
    periods: await db.selectFrom('classPeriod').selectAll().orderBy('classId').orderBy('fromOn').execute(),
    stages: await db.selectFrom('schoolStage').selectAll().orderBy('orgId').orderBy('stage').execute(),
  }
}

async function affairsOf(db: Db) {
  const approvals = await db.selectFrom('approval').selectAll().orderBy('id').execute()
  const messages = await db.selectFrom('message').selectAll().orderBy('id').execute()
  const bindings = await db
    .selectFrom('orgBinding')
    .selectAll()
    .orderBy('orgId')
    .orderBy('schoolOrgId')
    .execute()
  const letters = await db
    .selectFrom('messageRecipient')
    .selectAll()
    .orderBy('messageId')
    .orderBy('userId')
    .execute()
  return {
    approvals: approvals.map(({ createdAt: _, decidedAt, ...rest }) => ({ ...rest, decided: !!decidedAt })),
    messages: messages.map(({ createdAt: _, ...rest }) => rest),
    letters: letters.map(({ readAt, ...rest }) => ({ ...rest, read: readAt !== null })),
    bindings: bindings.map(({ boundAt: _, ...rest }) => rest),
    ownClasses: await db.selectFrom('userClass').selectAll().orderBy('userId').orderBy('classId').execute(),
    ownGrades: await db.selectFrom('userGrade').selectAll().orderBy('userId').execute(),
  }
}

async function screeningsOf(db: Db) {
  const plans = await db.selectFrom('plan').selectAll().orderBy('id').execute()
  const tasks = await db.selectFrom('task').selectAll().orderBy('id').execute()
  const records = await db.selectFrom('screeningRecord').selectAll().orderBy('id').execute()
  const devices = await db.selectFrom('device').selectAll().orderBy('id').execute()
  const corrections = await db.selectFrom('recordCorrection').selectAll().orderBy('id').execute()
  const resultLetters = await db.selectFrom('letter').selectAll().orderBy('id').execute()
  return {
    resultLetters: resultLetters.map(({ ticketHash: _, ticketEnc: __, ...rest }) => rest),
    letterTallies: await db.selectFrom('letterTally').selectAll().orderBy('taskId').execute(),
    visits: (await db.selectFrom('visit').selectAll().orderBy('id').execute()).length,
    plans: plans.map(({ updatedAt: _, ...rest }) => rest),
    tasks: tasks.map(({ updatedAt: _, ...rest }) => rest),
    records: records.map(({ updatedAt: _, ...rest }) => rest),
    retests: await db.selectFrom('retest').selectAll().orderBy('recordId').execute(),
    conflicts: await db.selectFrom('readingConflict').selectAll().orderBy('id').execute(),
    corrections: corrections.map(({ createdAt: _, ...rest }) => rest),
    devices: devices.map(({ keyId: _, keyEnc: __, keyMadeAt: ___, updatedAt: ____, ...rest }) => rest),
    figures: await db
      .selectFrom('figure')
      .selectAll()
      .orderBy('planId')
      .orderBy('level')
      .orderBy('placeId')
      .orderBy('stage')
      .orderBy('gradeNo')
      .orderBy('sex')
      .orderBy('age')
      .execute(),
  }
}

type Contents = Awaited<ReturnType<typeof contentsOf>>

/** Naming what differs among thousands of rows takes seconds, seeing that nothing does hardly any time. */
function expectSame(one: Contents, other: Contents): void {
  if (!isDeepStrictEqual(one, other)) expect(one).toEqual(other)
}

describe('two databases', () => {
  let contents: Contents
  let ofOther: Contents
  beforeAll(async () => {
    for (const { current } of [owned, run])
      expect(await loadDemo(current.db, current.secrets, { students: STUDENTS, screening: true })).toBe(true)
    contents = await contentsOf(owned.current)
    ofOther = await contentsOf(run.current)
  })

  test('hold the same demo', () => {
    expectSame(contents, ofOther)
    expect(contents.orgs.length).toBe(84)
    expect(contents.orgs.filter(({ orgType }) => orgType === 10).length).toBe(49)
    expect(new Set(contents.orgs.map(({ cityId }) => cityId).filter(Boolean)).size).toBe(3)
    expect(new Set(contents.orgs.map(({ regionId }) => regionId).filter(Boolean)).size).toBe(8)
    expect(new Set(contents.schools.flatMap(({ stages }) => stages)).size).toBe(7)
    expect(contents.schools.filter(({ schoolSystem }) => schoolSystem === 54).length).toBe(1)
    expect(contents.students.filter(({ classId }) => classId !== null).length).toBe(STUDENTS)
    expect(contents.plans.length).toBe(3)
    expect(contents.records.length).toBeGreaterThan(2 * STUDENTS)
    expect(contents.resultLetters.length).toBeGreaterThan(STUDENTS)
  })

  test('give every approved school students, and the first school most', async () => {
    const { rows } = await run.current.pool.query<{ name: string; n: number }>(
      `select org.name, coalesce(sum(s.student_count), 0)::int as n
       from org left join school_stage s on s.org_id = org.id
       where org.org_type = 10 and org.status = 1 group by org.id order by n desc`,
    )
    expect(rows.length).toBe(48)
    expect(rows[0]?.name).toBe('西湖实验小学')
    expect(rows[0]?.n).toBeGreaterThan(50)
    expect(rows.at(-1)?.n).toBeGreaterThan(0)
  })

  test('that have it are not filled again', async () => {
    expect(await loadDemo(owned.current.db, owned.current.secrets)).toBe(false)
    expectSame(await contentsOf(owned.current), contents)
  })

  test('that an earlier version filled get the rest', async () => {
    const { db, pool, secrets } = owned.current
    const orgs = DEMO_ORGS.findIndex(({ key }) => key.includes('-rare-'))
    const users = DEMO_USERS.findIndex(({ org }) => org?.includes('-rare-'))
    await pool.query(`
      truncate plan, task, screening_record, retest, reading_conflict, record_correction, figure, figure_day, figure_retest, device,
        student, student_screened, class_period, grade, school_stage, approval, message, org_binding
        restart identity cascade;
      delete from app_user where id > ${users};
      delete from org where id > ${orgs};
      alter table app_user alter column id restart with ${users + 1};
      alter table org alter column id restart with ${orgs + 1};
      delete from setting where key in ('demoRoster', 'demoScreening');
      update setting set value = '{"orgs": ${orgs}, "users": ${users}}' where key = 'demoLoaded';
    `)
    expect(await loadDemo(db, secrets, { students: STUDENTS, screening: true })).toBe(true)
    expectSame(await contentsOf(owned.current), contents)
  })

  test('that had the roster before there were screenings get the same ones', async () => {
    const { db, pool, secrets } = owned.current
    const screenings = async () => {
      const query = `
        select p.name, r.student_id, r.class_id, r.age, r.state, r.glasses, r.naked_right, r.naked_left, r.se_right,
          r.se_left, r.absence, r.checked_on, r.source, r.entered_at, r.myopia_degree, r.category, l.last_on,
          t.status, t.starts_on, t.ends_on, t.org_id
        from screening_record r join plan p on p.id = r.plan_id join student s on s.id = r.student_id
          left join student_screened l on l.student_id = s.id
          join task t on t.id = r.task_id
        order by p.name, r.student_id`
      return (await pool.query(query)).rows
    }
    const before = await screenings()
    await pool.query(`
      delete from approval where kind = 'correction';
      delete from screening_record; delete from task; delete from plan; delete from device;
      delete from student_screened;
      delete from setting where key = 'demoScreening';
    `)
    expect(await loadDemo(db, secrets, { students: STUDENTS, screening: true })).toBe(true)
    expect(await screenings()).toEqual(before)
  })

  test('keep numbers sealed, and no real person’s', async () => {
    const { users, orgs, students } = ofOther
    for (const { phone } of [...users, ...orgs]) expect(phone).toMatch(/^1990000\d{4}$/)
    for (const { parentPhoneEnc } of students) expect(parentPhoneEnc).toMatch(/^199000[1-9]\d{4}$/)
    const { rows } = await run.current.pool.query(
      `select string_agg(app_user::text, '') || (select string_agg(org::text, '') from org)
         || (select string_agg(student::text, '') from student) as text from app_user`,
    )
    // Among so many sealed bytes some look like a number now and then.
    const unsealed = rows[0].text.replace(/\\\\x[0-9a-f]+/g, '')
    expect(unsealed).not.toMatch(/199000\d{5}/)
    expect(unsealed).not.toMatch(/\d{4}00(19|20)\d{9}[\dX]/)
  })
})

describe('every organisation', () => {
  test('that is approved has an administrator who can enter, and stands where its area is', async () => {
    const { rows } = await first.current.data.requests.pool.query(
      `select org.name from org where status = 1
         and not exists (select 1 from app_user u where u.org_id = org.id and u.role_type = 20 and u.enabled)
       union all
       select org.name from org join area on area.id = coalesce(org.region_id, org.city_id, org.province_id)
        where area.full_id <> concat_ws('-', org.province_id, org.city_id, org.region_id)`,
    )
    expect(rows).toEqual([])
  })
})

describe('the named accounts', () => {
  test('are those of the product, in its order', () => {
    expect(DEMO_ACCOUNTS.map(({ account }) => account)).toEqual(Object.keys(PROFILE_OF))
    expect(DEMO_PASSWORD).toBe('Demo@2026')
  })

  async function tokenOf(account: string): Promise<string> {
    if (account !== 'phealth01') return first.current.login(account)
    const asked = await first.current.call(login, { account, password: DEMO_PASSWORD })
    expect(asked.data).toEqual({
      token: null,
      isSendSms: true,
      secondStep: 'sms',
      phone: expect.stringMatching(/^199\*{4}\d{4}$/),
    })
    expect((await first.current.call(sendSms, { account, type: 17 })).success).toBe(true)
    const smsCode = first.current.sent.at(-1)?.code
    const answer = await first.current.call(login, { account, password: DEMO_PASSWORD, smsCode })
    return answer.data.token ?? ''
  }

  test.each(Object.entries(PROFILE_OF))(
    '%s signs in and sees the menu of %s exactly',
    async (account, profile) => {
      const me = first.current.as(await tokenOf(account))
      expect((await me.call(userInfo, {})).data).toMatchObject({ account, mustChangePassword: false })
      const { data } = await me.call(menuList, {})
      const entries = Object.entries(PERMISSIONS) as [PermissionName, (typeof PERMISSIONS)[PermissionName]][]
      const expected = entries
        .filter(([, { holders }]) => profile && (holders as readonly Profile[]).includes(profile))
        .map(([, { id, label, kind, parent }]) => ({
          id,
          name: label,
          kind,
          parentId: parent ? PERMISSIONS[parent as PermissionName].id : null,
        }))
      const byId = (a: { id: number }, b: { id: number }) => a.id - b.id
      expect([...data].sort(byId)).toEqual(expected.sort(byId))
      const ids = new Set(data.map(({ id }) => id))
      expect(data.filter(({ parentId }) => parentId !== null && !ids.has(parentId))).toEqual([])
    },
  )

  test.each([
    ['province01', 1, '330000'],
    ['city01', 2, '330000-330100'],
    ['region01', 3, '330000-330100-330106'],
    ['school01', 4, '330000-330100-330106'],
    ['social01', 4, '330000-330100-330106'],
  ])('%s has the range %i over %s', async (account, dataRangeType, areaIds) => {
    const me = first.current.as(await first.current.login(account))
    expect((await me.call(userDataRange, {})).data).toMatchObject({ dataRangeType, areaIds })
  })
})
