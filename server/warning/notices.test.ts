// Messages about warnings: to whom the rules name, once, and reminders until a child was seen.
import { beforeAll, describe, expect, test } from 'vitest'
import { warningEndpoints } from '#contract/warning/endpoints.ts'
import { useApp } from '../testing/app.ts'
import { must, newUser } from '../testing/people.ts'
import { MYOPIC, savedRow } from '../testing/readings.ts'
import { makeResults, type ResultWorld } from '../testing/result-world.ts'
import { oneOf, rowsOf } from '../testing/rows.ts'
import { insertResult } from '../testing/warnings/insert-result.ts'

const node = useApp()
let world: ResultWorld
let teacherId = 0
beforeAll(async () => {
  world = await makeResults(node.current)
  teacherId = (await newUser(node.current, world.orgId, 45)).userId
  await node.current.sql(
    `insert into user_class (user_id, class_id) values (${teacherId}, ${world.classIds[0]})`,
  )
})

async function review(): Promise<void> {
  await node.current.services.enqueue(node.current.db, 'warning.review', {})
  await node.current.runJobs()
}

/** Titles of the messages about warnings since the last look, with the accounts that got them. */
async function received(): Promise<{ title: string; body: string; link: string; users: number[] }[]> {
  const rows = await rowsOf<{ title: string; body: string; link: string; users: number[] }>(
    node.current,
    `select m.title, m.body, m.link, to_jsonb(array_agg(r.user_id order by r.user_id)) as users
     from message m join message_recipient r on r.message_id = m.id where m.kind = 'warning' group by m.id order by m.id`,
  )
  await node.current.sql(`delete from message where kind = 'warning'`)
  return rows
}

describe('a digest', () => {
  test('for who teaches the class, once, and again where the level rises', async () => {
    await review()
    expect(await received()).toEqual([
      {
        title: '1 名学生新增视力预警',
        body: '筛查计划“结果导出计划”：结果导出小学三年级1班有 1 名学生新增预警或级别升高，最高二级。请查看名单并登记处理情况。',
        link: `/warning/warning-list?planId=${world.planId}&classId=${world.classIds[0]}`,
        users: [teacherId],
      },
    ])
    await review()
    expect(await received()).toEqual([])
    await savedRow(world.admin, world.taskId, world.idOf(0), { nakedRight: 4.4 }, MYOPIC)
    await review()
    expect(await received()).toMatchObject([
      { body: expect.stringContaining('最高三级'), users: [teacherId] },
    ])
    await savedRow(
      world.admin,
      world.taskId,
      world.idOf(0),
      { nakedRight: 4.7 },
      { ...MYOPIC, nakedRight: 4.4 },
    )
    await savedRow(
      world.admin,
      world.taskId,
      world.idOf(0),
      { nakedRight: 4.4 },
      { ...MYOPIC, nakedRight: 4.7 },
    )
    await review()
    expect(await received()).toEqual([])
  })

  test('for the administrators of the school where a class has no teacher', async () => {
    await savedRow(world.admin, world.taskId, world.idOf(3), { absence: null, ...MYOPIC }, { absence: 1 })
    await review()
    const admins = await rowsOf<{ id: number }>(
      node.current,
      'select id from app_user where org_id = $1 and role_type = 20 and enabled order by id',
      [world.orgId],
    )
    expect(await received()).toMatchObject([
      {
        title: '1 名学生新增视力预警',
        link: `/warning/warning-list?planId=${world.planId}`,
        users: admins.map(({ id }) => id),
      },
    ])
  })

  test('of units for the school and the body above it; a city learns of its districts', async () => {
    await node.current.sql(`update plan set ends_on = (now() at time zone 'Asia/Shanghai')::date where id = ${world.planId};
      update warning_rule set min_valid = 1`)
    await review()
    const found = await received()
    const bodies = async (users: number[]) =>
      rowsOf<{ area: string; org_type: number; role_type: number }>(
        node.current,
        `select distinct coalesce(org.region_id, org.city_id) as area, org.org_type, u.role_type
         from app_user u join org on org.id = u.org_id where u.id = any ($1)`,
        [users],
      )
    const sent = await Promise.all(
      found.map(async ({ title, link, users }) => ({ title, link, to: await bodies(users) })),
    )
    const list = `/warning/warning-list?planId=${world.planId}`
    const toSchool = {
      title: '1 所学校新增视力预警',
      link: `${list}&scope=3`,
      to: [{ area: '330106', org_type: 10, role_type: 20 }],
    }
    // The plan is of the whole district: two more schools there have not examined anybody.
    expect(sent).toEqual([
      toSchool,
      toSchool,
      toSchool,
      {
        title: '1 个区县、1 个地市新增视力预警',
        link: `${list}&scope=4`,
        to: [{ area: '330100', org_type: 30, role_type: 20 }],
      },
      {
        title: '3 所学校、1 个区县新增视力预警',
        link: `${list}&scope=3`,
        to: [{ area: '330106', org_type: 30, role_type: 20 }],
      },
    ])
    await review()
    expect(await received()).toEqual([])
  })

  test('that breaks off is sent whole the next time, and by two nodes once', async () => {
    await node.current.sql(`delete from warning_noticed;
      create function broken() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
      create trigger broken after insert on message_recipient for each statement execute function broken()`)
    await expect(review()).rejects.toThrow('broken')
    expect(await oneOf(node.current, 'select count(*) from warning_noticed')).toBe(0)
    await node.current.sql('drop function broken cascade; delete from job')
    const other = await node.current.otherNode()
    for (let jobs = 0; jobs < 2; jobs++)
      await node.current.services.enqueue(node.current.db, 'warning.review', {})
    await Promise.all([node.current.runJobs(), other.runJobs()])
    expect((await received()).map(({ title }) => title).sort()).toEqual([
      '1 个区县、1 个地市新增视力预警',
      '1 名学生、1 所学校新增视力预警',
      '1 名学生新增视力预警',
      '1 所学校新增视力预警',
      '1 所学校新增视力预警',
      '3 所学校、1 个区县新增视力预警',
    ])
  })
})

test('a reminder by hand reaches the teachers of a class, else the head of its grade, else the administrators', async () => {
  const chosen = async () => {
    const { list } = await must(world.admin.call(warningEndpoints.warningPage, { planId: world.planId }))
    return list.map(({ warningId, version }) => ({ warningId, version }))
  }
  const remind = async () =>
    must(world.admin.call(warningEndpoints.remindWarnings, { warnings: await chosen() }))
  const admins = await oneOf(
    node.current,
    `select count(*) from app_user where org_id = ${world.orgId} and role_type = 20 and enabled`,
  )
  const taught = { role: 'teacher', people: 1, classes: 1 }
  expect(await remind()).toEqual({
    done: 2,
    skipped: 0,
    recipients: [taught, { role: 'school', people: admins, classes: 1 }],
    unreached: 0,
  })
  expect((await received()).map(({ users }) => users.length)).toEqual([1, admins])
  const head = (await newUser(node.current, world.orgId, 40)).userId
  await node.current.sql(`insert into user_grade (user_id, grade_id)
    select ${head}, grade_id from class where id = ${world.classIds[1]}`)
  expect((await remind()).recipients).toEqual([taught, { role: 'gradeHead', people: 1, classes: 1 }])
  expect((await received()).map(({ users }) => users)).toEqual([[teacherId], [head]])
  await node.current.sql(
    `delete from user_grade where user_id = ${head}; update warning set reminded_on = null`,
  )
})

describe('reminders of children who were not seen', () => {
  const reminders = async () =>
    (
      await rowsOf<{ reminders: number }>(
        node.current,
        'select reminders from warning where scope = 1 order by student_id',
      )
    ).map((row) => row.reminders)
  /** A later day: once a day those who wait are looked at. */
  const dayAfter = async (days: number) => {
    await node.current.sql(`update warning set reminded_on = reminded_on - ${days}; delete from warning_day`)
    await review()
  }
  const titles = async () => (await received()).map(({ title }) => title)

  test('come after thirty days, a week apart, and end with a visit, the closing or a later normal result', async () => {
    await node.current.sql('delete from visit; delete from warning_day')
    await node.current.sql(`update screening_record set referral = true,
      checked_on = (now() at time zone 'Asia/Shanghai')::date - 29 where state = 2`)
    await dayAfter(0)
    await received()
    expect(await reminders()).toEqual([0, 0])
    await node.current.sql(`update screening_record set checked_on = checked_on - 1 where state = 2`)
    await dayAfter(0)
    expect(await reminders()).toEqual([1, 1, 1, 1])
    expect((await titles()).filter((title) => title.includes('就诊'))).toEqual([
      '2 名学生建议就诊，尚未就诊',
      '2 名学生建议就诊，尚未就诊',
    ])
    await dayAfter(6)
    expect(await reminders()).toEqual([1, 1, 1, 1])
    await dayAfter(1)
    expect(await reminders()).toEqual([2, 2, 2, 2])
    const ids = await rowsOf<{ id: number; student_id: number; record_id: number; version: number }>(
      node.current,
      'select id, student_id, record_id, version from warning where scope = 1 order by student_id',
    )
    const [seen, closed, later, other] = ids
    await rowsOf(
      node.current,
      `insert into visit (student_id, record_id, visited_on, source, hospital_name)
       values ($1, $2, (now() at time zone 'Asia/Shanghai')::date, 2, '市眼科医院')`,
      [seen?.student_id, seen?.record_id],
    )
    await must(
      world.admin.call(warningEndpoints.closeWarnings, {
        warnings: [{ warningId: closed?.id ?? 0, version: closed?.version ?? 0 }],
        reason: 5,
      }),
    )
    await insertResult(node.current, { planId: world.planId, studentId: later?.student_id ?? 0 })
    for (let weeks = 0; weeks < 5; weeks++) await dayAfter(7)
    expect(await reminders()).toEqual([2, 2, 2, 5])
    const events = await rowsOf<{ detail: { nth: number } }>(
      node.current,
      `select detail from warning_event where warning_id = $1 and kind = 'autoRemind' order by id`,
      [other?.id],
    )
    expect(events.map(({ detail }) => detail.nth)).toEqual([1, 2, 3, 4, 5])
  })
})
