import { sql } from 'kysely'
import type { Db } from '../../core/db/connect.ts'
import { TODAY } from '../../core/db/today.ts'
import {
  type AskedWarnings,
  columnsFor,
  type EventRow,
  LIST_ORDER,
  matching,
  OVERDUE,
  WARNINGS_FROM,
  type WarningRowData,
} from '../../warning/warning-queries.ts'

export type ExportedWarning = WarningRowData & {
  /** Of the result that warns, in tenths of vision and thousandths of a dioptre. */
  nakedRight: number | null
  nakedLeft: number | null
  correctedRight: number | null
  correctedLeft: number | null
  seRight: number | null
  seLeft: number | null
  /** From the province down. */
  areaName: string
  /** Until today. */
  daysRaised: number
  daysOverdue: number | null
  /** The last thing that somebody did, as an event of the warning. */
  lastAct: (Pick<EventRow, 'kind' | 'detail'> & { on: string }) | null
}

/** Every row of the list in its order. */
export async function selectMatchingIds(db: Db, asked: AskedWarnings): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select w.id ${WARNINGS_FROM} where ${matching(asked)} order by ${LIST_ORDER}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Range and filter hold here as in the list, whatever ids are asked for. */
export async function selectExportedWarnings(
  db: Db,
  asked: AskedWarnings,
  warningIds: readonly number[],
): Promise<ExportedWarning[]> {
  const { rows } = await sql<ExportedWarning>`
    select ${columnsFor(asked)}, r.naked_right, r.naked_left, r.corrected_right, r.corrected_left, r.se_right, r.se_left,
      ${TODAY} - w.raised_on as days_raised,
      case when ${OVERDUE} then ${TODAY} - w.due_on end as days_overdue,
      (select full_name from area where area.id = coalesce(w.region_id, w.city_id, w.province_id)) as area_name,
      (select jsonb_build_object('kind', e.kind, 'detail', e.detail, 'on', (e.at at time zone 'Asia/Shanghai')::date)
        from warning_event as e where e.warning_id = w.id and e.user_id is not null order by e.id desc limit 1) as last_act
    ${WARNINGS_FROM} where w.id = any (${[...warningIds]}::bigint[]) and ${matching(asked)}
    order by ${LIST_ORDER}`.execute(db)
  return rows
}
