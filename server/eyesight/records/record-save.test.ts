// Entering results: which values are allowed together, what is stored about them, and what somebody else changed
// meanwhile.
import { beforeAll, describe, expect, test } from 'vitest'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { planEndpoints } from '#contract/eyesight/plan-endpoints.ts'
import { recordEndpoints } from '#contract/eyesight/record-endpoints.ts'
import { taskEndpoints } from '#contract/eyesight/task-endpoints.ts'
import { useApp } from '../../testing/app.ts'
import { dayFromNow, daysPass } from '../../testing/days.ts'
import { must, signedIn } from '../../testing/people.ts'
import { changesTo, MYOPIC, NORMAL, recordOf, savedRow, saveRow, type Typed } from '../../testing/readings.ts'
import { rowsOf } from '../../testing/rows.ts'
import { taskAtWork, taskOfHospital } from '../../testing/task-at-work.ts'

const node = useApp()
const { saveRecords, recordChanges } = recordEndpoints

let at: (index: number) => number
let work: Awaited<ReturnType<typeof taskAtWork>>
let next = 0
/** A record nobody has touched yet. */
const nextRecord = () => work.at(next++)
beforeAll(async () => {
  work = await taskAtWork(node.current, { roster: { classes: 2, studentsPerClass: 20 } })
  at = work.at
  await daysPass(node.current, work.planId, 5)
})
const save = (recordId: number, to: Typed, from: Typed = {}) =>
  saveRow(work.admin, work.taskId, recordId, to, from)
const saved = (recordId: number, to: Typed, from: Typed = {}) =>
  savedRow(work.admin, work.taskId, recordId, to, from)
const lastScreened = async (recordId: number) => {
  const [row] = await rowsOf<{ day: string | null }>(
    node.current,
    `select last_on::text as day from student_screened
     where student_id = (select student_id from screening_record where id = $1)`,
    [recordId],
  )
  return row?.day
}

describe('what is stored', () => {
  test('the first result: whole numbers, today, by whom; the version counts on', async () => {
    const id = nextRecord()
    const row = await saved(id, NORMAL)
    expect(row).toMatchObject({ version: 2, source: 1, enteredByName: '测老师' })
    expect(row.fields).toMatchObject({ ...NORMAL, checkedOn: dayFromNow(), absence: null })
    const record = await recordOf(node.current, id)
    expect(record).toMatchObject({
      naked_right: 50,
      naked_left: 51,
      sphere_right: 50,
      cylinder_right: -25,
      axis_right: 180,
      state: 2,
      source: 1,
      entered_by: work.adminId,
      caries_checked: false,
    })
    expect(await lastScreened(id)).toBe(dayFromNow())
  })

  test('who entered first stays; every change is on record with old and new values in words', async () => {
    const id = nextRecord()
    await saved(id, { glasses: 1, nakedRight: 4.9 })
    const first = await recordOf(node.current, id)
    const { screener } = work
    await savedRow(screener, work.taskId, id, { sphereRight: -0.5, nakedRight: 4.8 }, { nakedRight: 4.9 })
    expect(await recordOf(node.current, id)).toMatchObject({
      entered_by: work.adminId,
      entered_at: first.entered_at,
      version: 3,
    })
    const changes = await must(screener.call(recordChanges, { recordId: id }))
    expect(changes.map(({ fields, source }) => ({ fields, source }))).toEqual([
      {
        source: 1,
        fields: [
          { label: '裸眼视力（右）', before: '4.9', after: '4.8' },
          { label: '球镜（右）', before: '未填', after: '-0.50' },
        ],
      },
      {
        source: 1,
        fields: [
          { label: '戴镜类型', before: '未填', after: '未戴镜' },
          { label: '裸眼视力（右）', before: '未填', after: '4.9' },
          { label: '检查日期', before: '未填', after: dayFromNow() },
        ],
      },
    ])
    expect(changes[0]).toMatchObject({ byName: '测老师', deviceName: null })
    const [change] = await rowsOf(node.current, 'select changes from record_change where record_id = $1', [
      id,
    ])
    expect(change?.changes).toEqual({
      glasses: [null, 1],
      nakedRight: [null, 4.9],
      checkedOn: [null, dayFromNow()],
    })
  })

  test('the same again changes nothing', async () => {
    const id = nextRecord()
    await saved(id, { nakedRight: 4.9 })
    const row = await saved(id, { nakedRight: 4.9 }, { nakedRight: 4.9 })
    expect(row.version).toBe(2)
    expect(await rowsOf(node.current, 'select 1 from record_change where record_id = $1', [id])).toHaveLength(
      1,
    )
  })

  test('a result that is taken away leaves no day, no source, and the student unscreened', async () => {
    const id = nextRecord()
    await saved(id, { nakedRight: 4.9, checkedOn: dayFromNow(-2) })
    expect(await lastScreened(id)).toBe(dayFromNow(-2))
    await saved(id, { checkedOn: dayFromNow(-1) }, { checkedOn: dayFromNow(-2) })
    expect(await lastScreened(id)).toBe(dayFromNow(-1))
    const row = await saved(id, { nakedRight: null }, { nakedRight: 4.9 })
    expect(row).toMatchObject({ source: null, enteredByName: null, conclusion: { state: 0, text: '未筛查' } })
    expect(row.fields.checkedOn).toBeNull()
    expect(await lastScreened(id)).toBeNull()
  })

  test('an absence is no result; a day may be set before it', async () => {
    const id = nextRecord()
    const row = await saved(id, { absence: 1, remark: ' 感冒 ' })
    expect(row).toMatchObject({ source: null, conclusion: { state: 0 } })
    expect(row.fields).toMatchObject({ absence: 1, remark: '感冒', checkedOn: null })
    const other = nextRecord()
    await saved(other, { checkedOn: dayFromNow(-3) })
    expect((await saved(other, NORMAL)).fields.checkedOn).toBe(dayFromNow(-3))
  })

  test('the age is that of the day of screening', async () => {
    const id = nextRecord()
    await node.current.sql(`update student set birth_date = '${dayFromNow(-1).replace(/^\d{4}/, '2016')}'
      where id = (select student_id from screening_record where id = ${id})`)
    const birthday = Number(dayFromNow(-1).slice(0, 4)) - 2016
    expect((await saved(id, { ...NORMAL, checkedOn: dayFromNow(-2) })).age).toBe(birthday - 1)
    expect((await saved(id, { checkedOn: dayFromNow() }, { checkedOn: dayFromNow(-2) })).age).toBe(birthday)
  })

  test('the figures of the school follow at once', async () => {
    const count = async () => {
      const [row] = await rowsOf<{ screened: number }>(
        node.current,
        'select screened from figure where plan_id = $1 and level = 5 and place_id = $2',
        [work.planId, work.taskId],
      )
      return row?.screened ?? 0
    }
    const before = await count()
    await saved(nextRecord(), MYOPIC)
    expect(await count()).toBe(before + 1)
  })

  test('teeth are counted where the plan looks at them', async () => {
    const plan = {
      items: { naked: 1, corrected: 0, refraction: 0, position: 0, colour: 0, caries: 1, body: 0 },
    }
    const teeth = await taskAtWork(node.current, { plan: plan as never, roster: { classes: 1 } })
    await savedRow(teeth.admin, teeth.taskId, teeth.at(0), { decayed: 0, milkFilled: 2 })
    await savedRow(teeth.admin, teeth.taskId, teeth.at(1), { decayed: 0 })
    expect(await recordOf(node.current, teeth.at(0))).toMatchObject({ caries_checked: true, caries: true })
    expect(await recordOf(node.current, teeth.at(1))).toMatchObject({ caries_checked: true, caries: false })
    await saved(nextRecord(), { ...NORMAL, decayed: 1 })
    expect(await recordOf(node.current, at(next - 1))).toMatchObject({ caries_checked: false, state: 2 })
  })
})

describe('what cannot stand together', () => {
  test.each<[string, Typed, Typed, string]>([
    [
      'vision with glasses of who wears none',
      { glasses: 1, correctedLeft: 5 },
      {},
      '未戴镜的学生没有戴镜视力',
    ],
    ['the power of a lens that is not worn', { glasses: 2, orthoKLeft: 300 }, {}, '塑形镜度数只适用于'],
    ['a lens without glasses', { orthoKRight: 300 }, {}, '塑形镜度数只适用于'],
    ['a result and an absence', { nakedRight: 4.9, absence: 1 }, {}, '不能再登记未检原因'],
    ['a day to come', { nakedRight: 4.9, checkedOn: dayFromNow(1) }, {}, '检查日期不能晚于今天'],
    ['a day before the plan', { nakedRight: 4.9, checkedOn: dayFromNow(-6) }, {}, '检查日期应在计划期间内'],
  ])('%s', async (_name, to, from, sentence) => {
    const id = nextRecord()
    const answer = await save(id, to, from)
    expect(answer.code).toBe(700)
    expect(answer.message).toContain(sentence)
    expect(await recordOf(node.current, id)).toMatchObject({ version: 1, state: 0 })
  })

  test('an absence after a result, a result after an absence: nothing is cleared silently', async () => {
    const id = nextRecord()
    await saved(id, { nakedRight: 4.9 })
    expect((await save(id, { absence: 2 })).message).toContain('请先清除检查结果')
    const absent = nextRecord()
    await saved(absent, { absence: 2 })
    expect((await save(absent, { nakedRight: 4.9 })).message).toContain('请先清除未检原因')
    await saved(absent, { absence: null, nakedRight: 4.9 }, { absence: 2 })
  })

  test('the first day of the plan and today are within', async () => {
    await saved(nextRecord(), { nakedRight: 4.9, checkedOn: dayFromNow(-5) })
    await saved(nextRecord(), { nakedRight: 4.9, checkedOn: dayFromNow() })
  })

  test('a cylinder without its axis is incomplete, not refused', async () => {
    const row = await saved(nextRecord(), { ...NORMAL, axisRight: null, cylinderRight: -1 })
    expect(row.conclusion).toMatchObject({ state: 3, text: '数据不完整：缺轴位（右）' })
  })

  test.each([
    { nakedRight: 5.4 },
    { nakedRight: 4.95 },
    { sphereLeft: -0.3 },
    { cylinderLeft: 20.25 },
    { axisLeft: 181 },
    { glasses: 5 },
    { remark: 'x'.repeat(201) },
    { checkedOn: '2026-02-30' },
    { state: 2 },
  ])('out of range: %o', async (to) => {
    const answer = await save(at(0), to as Typed)
    expect(answer.code).toBe(400)
  })

  test('one faulty row among others: they are saved, it says why', async () => {
    const [good, bad] = [nextRecord(), nextRecord()]
    const rows = [
      { recordId: good, changes: changesTo({ nakedRight: 4.9 }) },
      { recordId: bad, changes: changesTo({ nakedRight: 4.9, absence: 1 }) },
    ]
    const answer = await must(work.admin.call(saveRecords, { taskId: work.taskId, rows }))
    expect(answer.map((each) => each.saved)).toEqual([true, false])
    expect(answer[1]?.fault).toContain('不能再登记未检原因')
    expect(answer[1]?.row.version).toBe(1)
  })
})

describe('what somebody else changed meanwhile', () => {
  test('other fields of the same row are both stored', async () => {
    const id = nextRecord()
    await saved(id, { nakedRight: 4.9 })
    const row = await savedRow(work.screener, work.taskId, id, { nakedLeft: 5 })
    expect(row.fields).toMatchObject({ nakedRight: 4.9, nakedLeft: 5 })
  })

  test('the same field is not overwritten; nothing of that row is applied, the others are', async () => {
    const [id, other] = [nextRecord(), nextRecord()]
    await savedRow(work.screener, work.taskId, id, { nakedRight: 4.7 })
    const rows = [
      { recordId: id, changes: changesTo({ nakedRight: 4.9, nakedLeft: 5 }) },
      { recordId: other, changes: changesTo({ nakedRight: 5 }) },
    ]
    const [clashing, accepted] = await must(work.admin.call(saveRecords, { taskId: work.taskId, rows }))
    expect(clashing).toMatchObject({
      saved: false,
      clash: {
        byName: '测老师',
        fields: [{ field: 'nakedRight', label: '裸眼视力（右）', theirs: '4.7', yours: '4.9' }],
      },
    })
    expect(clashing?.clash?.at).toMatch(/^20\d\d-/)
    expect(clashing?.row.fields).toMatchObject({ nakedRight: 4.7, nakedLeft: null })
    expect(clashing?.row.conclusion.text).toContain('数据不完整')
    expect(accepted).toMatchObject({ saved: true, clash: null })
  })

  test('who typed the same value has it saved', async () => {
    const id = nextRecord()
    await savedRow(work.screener, work.taskId, id, { nakedRight: 4.7, nakedLeft: 4.8 })
    const row = await saved(id, { nakedRight: 4.7, sphereRight: -1 })
    expect(row.fields).toMatchObject({ nakedRight: 4.7, sphereRight: -1 })
  })
})

describe('who may', () => {
  test('the school, the organisation that carries it out, and nobody above', async () => {
    const { taskId, at, admin, screener, hospital, hospitalScreener } = await taskOfHospital(node.current)
    for (const [index, by] of [admin, screener, hospital, hospitalScreener].entries()) {
      await savedRow(by, taskId, at(index), { nakedRight: 4.9 })
    }
    await node.current.sql(`insert into user_permission_override (user_id, permission_id, granted)
      select id, 2034, true from app_user where account = 'region01'`)
    const above = await saveRow(await signedIn(node.current, 'region01'), taskId, at(0), { nakedLeft: 4.9 })
    expect(above).toMatchObject({ code: 700, message: '检查结果由承担任务的机构或学校录入，您只能查看' })
    const elsewhere = await signedIn(node.current, 'school01')
    expect((await saveRow(elsewhere, taskId, at(0), { nakedLeft: 4.9 })).code).toBe(650)
    const teacher = await signedIn(node.current, 'teacher01')
    expect((await saveRow(teacher, taskId, at(0), { nakedLeft: 4.9 })).code).toBe(602)
  })

  test('a record of another task refuses everything', async () => {
    const other = await taskAtWork(node.current, { roster: { classes: 1, studentsPerClass: 1 } })
    const id = nextRecord()
    const rows = [id, other.at(0)].map((recordId) => ({ recordId, changes: changesTo({ nakedRight: 5 }) }))
    const { taskId } = work
    expect((await work.admin.call(saveRecords, { taskId, rows })).code).toBe(650)
    expect((await saveRow(work.admin, other.taskId, other.at(0), { nakedRight: 5 })).code).toBe(650)
    const twice = [id, id].map((recordId) => ({ recordId, changes: changesTo({ nakedRight: 5 }) }))
    expect((await work.admin.call(saveRecords, { taskId, rows: twice })).code).toBe(400)
    expect(await recordOf(node.current, id)).toMatchObject({ version: 1 })
  })

  test('only while task and plan are under way', async () => {
    const { by, admin, taskId, planId, at } = await taskAtWork(node.current, { roster: { classes: 1 } })
    const [task] = await rowsOf<{ version: number }>(node.current, 'select version from task where id = $1', [
      taskId,
    ])
    await must(by.call(taskEndpoints.completeTask, { taskId, version: task?.version ?? 0 }))
    const enter = () => saveRow(admin, taskId, at(0), { nakedRight: 5 })
    expect(await enter()).toMatchObject({
      code: REFUSALS.notInThisState,
      message: '任务已完成，修改检查结果请申请更正',
    })
    await node.current.sql(`update task set status = 1 where id = ${taskId}`)
    await must(enter())
    const [plan] = await rowsOf<{ version: number }>(node.current, 'select version from plan where id = $1', [
      planId,
    ])
    await must(by.call(planEndpoints.endPlan, { planId, version: plan?.version ?? 0 }))
    expect((await saveRow(admin, taskId, at(1), { nakedRight: 5 })).code).toBe(REFUSALS.notInThisState)
  })
})
