// Warnings of the demo in all their states, visits to hospitals, reminders.
import { sql } from 'kysely'
import { OrgType, RoleType } from '#contract/core/codes.ts'
import { RecordState } from '#contract/eyesight/record-schemas.ts'
import { Treatment } from '#contract/eyesight/treatment.ts'
import { VisitSource } from '#contract/letters/visit-source.ts'
import { WarningScope } from '#contract/warning/rules.ts'
import { CloseReason, Intervention, WarningStatus } from '#contract/warning/warning-schemas.ts'
import { codeLiterals } from '../../core/db/code-literals.ts'
import type { Tx } from '../../core/db/connect.ts'
import { TODAY } from '../../core/db/today.ts'
import { letterNumber } from '../../letters/make-letters.ts'

const { student } = codeLiterals(WarningScope)
const { waiting, notified, acted, closed } = codeLiterals(WarningStatus)
const { valid } = codeLiterals(RecordState)
const { admin } = codeLiterals(RoleType)
const { hospital: hospitalType } = codeLiterals(OrgType)
const { hospital, family, school } = codeLiterals(VisitSource)

/** The same number from 0 to 99 for a child in every demo, another one for each purpose. */
const lot = (column: string, purpose: string) =>
  sql<number>`(abs(hashtext(${sql.ref(column)}::text || ${purpose})) % 100)`

/** Warnings come into being at the commit; the demo needs them before it. */
async function raiseNow(db: Tx): Promise<void> {
  await sql`set constraints all immediate`.execute(db)
  await sql`set constraints all deferred`.execute(db)
}

/** After the letters: what families write about a visit they write where they opened one. */
export async function insertDemoFollowUp(db: Tx): Promise<void> {
  await insertVisits(db)
  await raiseNow(db)
  await dateBack(db)
  await takeSteps(db)
  await followVisits(db)
}

/** Of children with a referral nearly half were seen: at a hospital of their city, or as the family or school says. */
async function insertVisits(db: Tx): Promise<void> {
  await sql`
    insert into visit (student_id, record_id, visited_on, source, org_id, hospital_name, cycloplegic, sphere_right, sphere_left,
      cylinder_right, cylinder_left, axis_right, axis_left, corrected_right, corrected_left, axial_right, axial_left,
      diagnosis, treatments, next_on, created_at)
    select r.student_id, r.id, r.day, r.recorded_by, case r.recorded_by when ${hospital} then h.id when ${school} then r.school_org_id end, h.name,
      case when r.recorded_by = ${hospital} then r.measured end,
      case when r.measured then r.sphere_right + 25 end, case when r.measured then r.sphere_left + 25 end,
      case when r.measured then r.cylinder_right end, case when r.measured then r.cylinder_left end,
      case when r.measured then r.axis_right end, case when r.measured then r.axis_left end,
      case when r.measured then 50 end, case when r.measured then 50 end,
      case when r.measured then 2350 - r.se_right * 4 / 100 end, case when r.measured then 2350 - r.se_left * 4 / 100 end,
      case when r.recorded_by = ${hospital} then ${'屈光不正，建议定期复查'} end,
      case when r.recorded_by <> ${hospital} then '{}'::smallint[]
        when r.myopia and r.chance % 3 = 0 then array[${Treatment.code.frame}, ${Treatment.code.atropine}]::smallint[]
        when r.myopia then array[${Treatment.code.frame}]::smallint[] else array[${Treatment.code.watch}]::smallint[] end,
      case when r.recorded_by = ${hospital} then r.day + 180 end,
      greatest(r.day + interval '15 hours', case when r.recorded_by = ${family} then r.opened_at + interval '5 minutes' end)
    from (
      select r.*, task.city_id, task.school_org_id, r.checked_on + 3 + ${lot('r.id', 'day')} % 50 as day, ${lot('r.id', 'seen')} as chance,
        case when ${lot('r.id', 'by')} < 70 then ${hospital}
          when ${lot('r.id', 'by')} < 85 and letter.opened_at is not null then ${family} else ${school} end as recorded_by,
        letter.opened_at, ${lot('r.id', 'by')} < 55 and num_nulls(r.sphere_right, r.sphere_left, r.cylinder_right, r.cylinder_left) = 0 as measured
      from screening_record as r join task on task.id = r.task_id
        left join letter on letter.record_id = r.id and letter.withdrawn_at is null
      where r.state = ${valid} and r.referral
    ) as r
    cross join lateral (select org.id, org.name from org where org.org_type = ${hospitalType} and org.city_id = r.city_id
      order by org.id limit 1) as h
    where r.chance < 45 and r.day <= ${TODAY}
    order by r.id`.execute(db)
}

/** As if each had come with its result. */
async function dateBack(db: Tx): Promise<void> {
  await sql`
    update warning as w set raised_at = r.checked_on + interval '17 hours', raised_on = r.checked_on,
      due_on = r.checked_on + 30
    from screening_record as r where r.id = w.record_id and w.scope = ${student}`.execute(db)
  await sql`
    update warning_event as e set at = w.raised_at from warning as w where w.id = e.warning_id and w.scope = ${student}`.execute(
    db,
  )
}

/** Letters that report the result behind a warning, with their numbers. */
async function selectWarnedLetters(db: Tx) {
  const { rows } = await sql<{ id: number }>`
    select letter.id from letter join warning as w on w.student_id = letter.student_id and w.record_id = letter.record_id
    where w.scope = ${student} order by letter.id`.execute(db)
  return rows.map(({ id }) => ({ letterId: id, letterNo: letterNumber(id) }))
}

type Step = { kind: string; from: number; days: number; detail: object }
const STEPS: readonly Step[] = [
  { kind: 'notify', from: 40, days: 2, detail: { note: '已电话联系家长' } },
  {
    kind: 'act',
    from: 65,
    days: 5,
    detail: { interventions: [Intervention.code.seat, Intervention.code.outdoor], note: '调到第三排中间' },
  },
  { kind: 'close', from: 88, days: 12, detail: { reason: CloseReason.code.seen, note: '' } },
]

/**
 * Some are notified, some acted on, some closed, each by the administrator of the school; the rest waits. A letter is the
 * notice where the warning still waits when it is printed.
 */
async function takeSteps(db: Tx): Promise<void> {
  await sql`
    with step as (select * from jsonb_to_recordset(${JSON.stringify(STEPS)}::jsonb)
      as given(kind text, "from" int, days int, detail jsonb)),
    stepped as materialized (
      select w.id, step.kind, step.detail, w.raised_at + make_interval(days => step.days) as at, w.school_org_id
      from warning as w cross join step
      where w.scope = ${student} and ${lot('w.student_id', 'step')} >= step."from"
        and w.raised_on + step.days <= ${TODAY}),
    printed as (
      select w.id, 'notify' as kind, to_jsonb(given) as detail, letter.printed_at as at, w.school_org_id
      from jsonb_to_recordset(${JSON.stringify(await selectWarnedLetters(db))}::jsonb)
          as given("letterId" bigint, "letterNo" text)
        join letter on letter.id = given."letterId"
        join warning as w on w.student_id = letter.student_id and w.record_id = letter.record_id
      where w.scope = ${student}
        and not exists (select from stepped where stepped.id = w.id and stepped.at <= letter.printed_at)
        and not exists (select from visit as v where v.record_id = w.record_id and v.created_at <= letter.printed_at)),
    taken as (select * from stepped union all select * from printed),
    noted as (
      insert into warning_event (warning_id, at, kind, user_id, user_name, org_name, detail)
      select taken.id, taken.at, taken.kind, by.id, by.real_name, by.org_name, taken.detail
      from taken cross join lateral (select u.id, u.real_name, org.name as org_name from app_user as u
        join org on org.id = u.org_id where u.org_id = taken.school_org_id and u.role_type = ${admin} order by u.id limit 1) as by
      order by taken.id, taken.at
      returning warning_id, kind)
    update warning as w set version = w.version + 1,
      status = case when last.closed then ${closed} when last.acted then ${acted} else ${notified} end,
      close_reason = case when last.closed then ${CloseReason.code.seen}::smallint end
    from (select warning_id, bool_or(kind = 'close') as closed, bool_or(kind = 'act') as acted from noted group by 1) as last
    where w.id = last.warning_id and w.status = ${waiting}`.execute(db)
}

/** As if each visit had been recorded after its warning came. */
async function followVisits(db: Tx): Promise<void> {
  await sql`
    update warning as w set status = ${acted}, version = w.version + 1
    from screening_record as r
    where r.id = w.record_id and w.scope = ${student} and w.ended is null and w.status < ${acted}
      and exists (select from visit as v where v.student_id = w.student_id and v.visited_on >= r.checked_on)`.execute(
    db,
  )
}
