import { z } from 'zod'
import { endpoint } from '#contract/core/endpoint.ts'
import { UnitQuery } from '#contract/eyesight/figures/figure-schemas.ts'
import { PlanId } from '#contract/eyesight/plan-schemas.ts'
import { ReportSection } from '#contract/reports/report/report.ts'
import { atOneMoment } from '../../core/db/one-moment.ts'
import { resolveUnit } from '../../eyesight/figures/unit.ts'
import { requirePlan } from '../../eyesight/plans/access.ts'
import { twoPlansSections } from '../../reports/sections/two-plans-sections.ts'
import type { TestApp } from '../app.ts'
import { serveExtra } from '../extra-endpoints.ts'
import { type By, schoolAdmin, signedIn } from '../people.ts'
import { savedRow, type Typed } from '../readings.ts'
import type { StoredRecord } from '../recount.ts'
import { newGrade, newIdCard, newSchool, newStudent } from '../roster.ts'
import { rowsOf } from '../rows.ts'
import { newPlan, newTask, recordsOf } from '../screening.ts'

export const twoPlans = endpoint({
  method: 'GET',
  path: '/manager/test/two-plans',
  summary: '测试',
  access: 'signedIn',
  scoped: true,
  audit: null,
  input: UnitQuery.extend({ lastPlanId: PlanId }),
  output: z.array(ReportSection),
})

/** The application with a call that answers the sections alone. */
export const serveTwoPlans = (node: TestApp) =>
  serveExtra(
    node,
    { twoPlans },
    {
      twoPlans: async (ctx, query) => {
        const plan = await requirePlan(ctx, query.planId)
        const lastPlan = await requirePlan(ctx, query.lastPlanId)
        const resolved = await resolveUnit(ctx, query)
        return atOneMoment(ctx.db, (db) =>
          twoPlansSections({ ctx: { ...ctx, db }, resolved, place: resolved.place, plan, lastPlan }),
        )
      },
    },
  )

const eyes = (right: number, left: number, sphereRight: number, sphereLeft: number): Typed => ({
  glasses: 1,
  nakedRight: right,
  nakedLeft: left,
  sphereRight,
  sphereLeft,
  cylinderRight: 0,
  cylinderLeft: 0,
})
const ORTHO_K: Typed = { glasses: 4, correctedRight: 5, correctedLeft: 5 }

type Twice = { class: 0 | 1 | 2; sex: 1 | 2; name: string; last: Typed; days: number; now: Typed }
/** Ten pupils of three classes, what was entered in both plans, and how many days lie between. */
export const TWICE: Twice[] = [
  // Became myopic: -1.00 and -0.75 a year.
  {
    class: 0,
    sex: 1,
    name: '学甲',
    last: eyes(5, 5, 0.25, 0.25),
    days: 365,
    now: eyes(4.8, 4.9, -0.75, -0.5),
  },
  // -0.25 a year, still not myopic.
  { class: 0, sex: 2, name: '学乙', last: eyes(5, 5, 0, 0), days: 365, now: eyes(5, 5, -0.25, -0.25) },
  // Myopic before: the right eye at exactly -0.75 a year.
  {
    class: 0,
    sex: 1,
    name: '学丙',
    last: eyes(4.7, 4.8, -1.5, -1),
    days: 365,
    now: eyes(4.5, 4.7, -2.25, -1.25),
  },
  // Myopic before and not now: +0.75 a year.
  { class: 0, sex: 2, name: '学丁', last: eyes(4.8, 4.8, -0.75, -0.75), days: 365, now: eyes(5, 5, 0, 0) },
  // Wears ortho-K lenses now: myopic, not compared.
  { class: 1, sex: 1, name: '学戊', last: eyes(4.5, 4.5, -2, -2), days: 365, now: ORTHO_K },
  // Was absent.
  { class: 1, sex: 2, name: '学己', last: { absence: 1 }, days: 365, now: eyes(5, 5, 0.5, 0.5) },
  // Not valid now.
  {
    class: 1,
    sex: 1,
    name: '学庚',
    last: eyes(5, 5, 0.5, 0.5),
    days: 365,
    now: { glasses: 1, nakedRight: 4.5 },
  },
  // Was at another school: -0.25 in 146 days is -0.625 a year.
  { class: 2, sex: 2, name: '学辛', last: eyes(5, 5, 0.5, 0.25), days: 146, now: eyes(5, 5, 0.25, 0.25) },
  // Became myopic; 60 days are too few to compare.
  { class: 2, sex: 1, name: '学壬', last: eyes(5, 5, 0, 0), days: 60, now: eyes(4.7, 4.7, -1, -1) },
  // Wore ortho-K lenses and was myopic; is not now.
  { class: 2, sex: 2, name: '学癸', last: ORTHO_K, days: 365, now: eyes(5, 5, -0.25, -0.25) },
]
const MOVED = 7

/** A school of 西湖区 in two plans; 学辛 came from another one in between. */
export async function makeTwice(app: TestApp) {
  const by = await signedIn(app, 'region01')
  const orgId = await newSchool(app, by, { name: `两次小学${process.pid}` })
  const otherId = await newSchool(app, by, { name: `另一小学${process.pid}` })
  const third = await newGrade(by, orgId, 2, 3, 2)
  const fourth = await newGrade(by, orgId, 2, 4, 1)
  const other = await newGrade(by, otherId, 2, 3, 1)
  const classIds = [...third.classIds, ...fourth.classIds]
  const studentIds: number[] = []
  for (const [nth, { class: at, sex, name }] of TWICE.entries()) {
    const classId = nth === MOVED ? other.classIds[0] : classIds[at]
    const made = await newStudent(by, classId ?? 0, { name, idCard: newIdCard('2016-05-12', sex) })
    studentIds.push(made.studentId)
  }
  const lastPlanId = await newPlan(by, { planName: `上次计划${process.pid}` })
  await enter(app, by, lastPlanId, [orgId, otherId], studentIds, 'last')
  await app.sql(`update plan set starts_on = starts_on - 365 where id = ${lastPlanId}`)
  for (const [nth, { days }] of TWICE.entries()) {
    await app.sql(`update screening_record set checked_on = checked_on - ${days}
      where plan_id = ${lastPlanId} and student_id = ${studentIds[nth]}`)
  }
  await app.sql(
    `update student set org_id = ${orgId}, class_id = ${classIds[2]} where id = ${studentIds[MOVED]}`,
  )
  const planId = await newPlan(by, { planName: `本次计划${process.pid}` })
  await enter(app, by, planId, [orgId], studentIds, 'now')
  return { by, orgId, classIds, planId, lastPlanId, admin: await schoolAdmin(app, orgId) }
}

async function enter(
  app: TestApp,
  by: By,
  planId: number,
  orgIds: number[],
  studentIds: number[],
  when: 'last' | 'now',
) {
  for (const orgId of orgIds) {
    const taskId = await newTask(by, planId, orgId)
    const admin = await schoolAdmin(app, orgId)
    for (const { recordId, studentId } of await recordsOf(app, taskId)) {
      const child = TWICE[studentIds.indexOf(studentId)]
      if (child) await savedRow(admin, taskId, recordId, child[when])
    }
  }
}

/** A record of a plan as stored, for an independent recount. */
export type TwiceRow = StoredRecord & { student_id: number; day: number | null }
export const recordsInPlan = (app: TestApp, planId: number) =>
  rowsOf<TwiceRow>(
    app,
    `select r.*, c.stage, c.grade_no, c.school_org_id, t.province_id, t.city_id, t.region_id,
       r.checked_on - date '2000-01-01' as day
     from screening_record r join task_class c on c.task_id = r.task_id and c.class_id = r.class_id
       join task t on t.id = r.task_id where r.plan_id = $1`,
    [planId],
  )
