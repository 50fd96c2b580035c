import { sql } from 'kysely'
import { Glasses } from '#contract/core/codes.ts'
import { DeviceStatus } from '#contract/device/schemas.ts'
import { RecordSource, RecordState } from '#contract/eyesight/record-schemas.ts'
import { TaskStatus } from '#contract/plans/statuses.ts'
import { codeLiterals } from '../../core/db/code-literals.ts'
import type { Tx } from '../../core/db/connect.ts'
import { type FieldChanges, wireValue } from '../../eyesight/records/record-fields.ts'
import type { DemoIds } from '../demo-queries.ts'

const taskStatus = codeLiterals(TaskStatus)
const { valid } = codeLiterals(RecordState)
const source = codeLiterals(RecordSource)
const glasses = codeLiterals(Glasses)
const { active } = codeLiterals(DeviceStatus)

type Affairs = { ids: DemoIds; planIds: readonly number[] }

/** What waits for somebody: readings that contradict each other, corrections of what is completed. */
export async function insertScreeningAffairs(db: Tx, affairs: Affairs): Promise<void> {
  await insertConflicts(db, affairs)
  await applyForCorrections(db, affairs)
}

const orgIds = ({ ids }: Affairs, keys: readonly string[]): number[] =>
  keys.flatMap((key) => ids.orgs.get(key) ?? [])

/** Two children of every task under way of these; where the organisation has a device it was the device. */
const CONTRADICTED = ['330106-hospital', '330100-social', '330200-social', '330212-hospital']

async function insertConflicts(db: Tx, affairs: Affairs): Promise<void> {
  await sql`
    insert into reading_conflict (record_id, plan_id, school_org_id, source, device_id, reading, checked_on, created_at)
    select r.id, r.plan_id, r.school_org_id, case when device.id is null then ${source.import} else ${source.device} end, device.id,
      jsonb_build_object('sphereRight', r.sphere_right - 75, 'sphereLeft', r.sphere_left - 100,
        'nakedRight', greatest(r.naked_right - 2, 33)),
      r.checked_on, least(r.entered_at + interval '2 hours', now())
    from (
      select record.*, task.school_org_id, task.org_id,
        row_number() over (partition by task.id order by record.id) as place
      from task join screening_record as record on record.task_id = task.id
      where task.plan_id = ${affairs.planIds[0] ?? 0} and task.status = ${taskStatus.underWay} and record.state = ${valid}
        and task.org_id = any(${orgIds(affairs, CONTRADICTED)}::bigint[])
        and record.source <> ${source.device} and record.glasses = ${glasses.none}
    ) as r
    left join lateral (
      select id from device where device.org_id = r.org_id and device.status = ${active} order by id limit 1
    ) as device on true
    where r.place in (5, 17)
    order by r.id`.execute(db)
}

/** By school and how many plans ago. */
const CORRECTIONS = [
  { school: '330106-school-4', plansAgo: 0, reason: '录入时左右眼填反，已核对原始登记表' },
  { school: '330106-school-2', plansAgo: 1, reason: '家长反映结果与登记表不符，核对后申请更正' },
  { school: '330110-school-0', plansAgo: 0, reason: '右眼与左眼数值抄写颠倒' },
  { school: '330203-school-1', plansAgo: 1, reason: '登记表复核发现录入错误' },
]

type Mistaken = {
  id: number
  planId: number
  schoolOrgId: number
  orgId: number
  enteredBy: number | null
  nakedRight: number
  nakedLeft: number
  provinceId: string
  cityId: string | null
  regionId: string | null
}

async function applyForCorrections(db: Tx, affairs: Affairs): Promise<void> {
  const mistaken = await selectMistaken(db, affairs)
  const wanted = CORRECTIONS.flatMap(({ school, plansAgo, reason }) => {
    const [orgId, planId] = [affairs.ids.orgs.get(school), affairs.planIds[plansAgo]]
    const record = mistaken.find((each) => each.schoolOrgId === orgId && each.planId === planId)
    return record ? { record, reason } : []
  })
  if (wanted.length === 0) return
  const corrections = await db
    .insertInto('recordCorrection')
    .values(wanted.map(({ record }) => ({ recordId: record.id, changes: JSON.stringify(exchanged(record)) })))
    .returning('id')
    .execute()
  const approvals = wanted.map(({ record, reason }, index) => ({
    kind: 'correction' as const,
    correctionId: corrections[index]?.id ?? 0,
    provinceId: record.provinceId,
    cityId: record.cityId,
    regionId: record.regionId,
    applicantUserId: record.enteredBy,
    applicantOrgId: record.orgId,
    applyReason: reason,
  }))
  await db.insertInto('approval').values(approvals).execute()
}

/** The one eye's vision for the other's, as people write it. */
function exchanged({ nakedRight, nakedLeft }: Mistaken): FieldChanges {
  const [right, left] = [nakedRight, nakedLeft].map((vision) => wireValue('nakedRight', vision))
  return { nakedRight: [right, left], nakedLeft: [left, right] }
}

/** The first of each completed task whose eyes could have been taken for each other. */
async function selectMistaken(db: Tx, affairs: Affairs): Promise<Mistaken[]> {
  const { rows } = await sql<Mistaken>`
    select distinct on (task.id) record.id, record.plan_id, task.school_org_id, task.org_id, record.entered_by,
      record.naked_right, record.naked_left, task.province_id, task.city_id, task.region_id
    from task join screening_record as record on record.task_id = task.id
    where task.plan_id = any(${affairs.planIds}::bigint[]) and task.status = ${taskStatus.completed} and record.state = ${valid}
      and task.school_org_id = any(${orgIds(
        affairs,
        CORRECTIONS.map(({ school }) => school),
      )}::bigint[])
      and record.entered_by is not null and abs(record.naked_right - record.naked_left) > 1
    order by task.id, record.id`.execute(db)
  return rows
}
