import { sql } from 'kysely'
import type { CodeOf } from '#contract/core/enums.ts'
import { DeviceKind, DeviceStatus } from '#contract/device/schemas.ts'
import type { Tx } from '../../core/db/connect.ts'
import type { Secrets } from '../../core/secrets.ts'
import { newDeviceKey } from '../../device/device-key.ts'
import type { DemoIds } from '../demo-queries.ts'
import { FIRST_SCHOOL } from '../demo-world.ts'
import { plusDays } from './demo-screening-plans.ts'

const { refractor, visionChart } = DeviceKind.code
const { active, disabled } = DeviceStatus.code

type DemoDevice = {
  org: string
  name: string
  kind: CodeOf<typeof DeviceKind>
  model: string
  serialNo: string
  /** Days since it was calibrated; null: never, as far as anybody knows. */
  calibrated: number | null
  months?: number
  school?: string
  status?: CodeOf<typeof DeviceStatus>
  remark?: string
}

/** Some in order, some due, some overdue. */
const DEVICES: DemoDevice[] = [
  {
    org: '330106-hospital',
    name: '1号电脑验光仪',
    kind: refractor,
    model: 'KR-800',
    serialNo: 'KR800-230117',
    calibrated: 96,
  },
  {
    org: '330106-hospital',
    name: '2号电脑验光仪',
    kind: refractor,
    model: 'KR-800',
    serialNo: 'KR800-230118',
    calibrated: 352,
  },
  {
    org: '330106-hospital',
    name: '视力检查一体机',
    kind: visionChart,
    model: 'VC-20',
    serialNo: 'VC20-210042',
    calibrated: 431,
    status: disabled,
    remark: '已送检，校准后启用',
  },
  {
    org: '330100-social',
    name: '手持验光仪A',
    kind: refractor,
    model: 'SW-800',
    serialNo: 'SW800-240305',
    calibrated: 150,
    months: 6,
  },
  {
    org: '330100-social',
    name: '手持验光仪B',
    kind: refractor,
    model: 'SW-800',
    serialNo: 'SW800-240306',
    calibrated: 203,
    months: 6,
  },
  {
    org: '330200-social',
    name: '筛查车验光仪',
    kind: refractor,
    model: 'SW-800',
    serialNo: 'SW800-240411',
    calibrated: 61,
  },
  {
    org: '330300-social',
    name: '便携验光仪',
    kind: refractor,
    model: 'SW-800',
    serialNo: 'SW800-240412',
    calibrated: null,
  },
  {
    org: '330212-hospital',
    name: '电脑验光仪',
    kind: refractor,
    model: 'KR-800',
    serialNo: 'KR800-220093',
    calibrated: 340,
  },
  {
    org: FIRST_SCHOOL,
    name: '校医室视力检查仪',
    kind: visionChart,
    model: 'VC-20',
    serialNo: 'VC20-220108',
    calibrated: 180,
    school: FIRST_SCHOOL,
  },
]

/** Ids of those in use, by the organisation's key. Nobody knows their keys: sending readings takes a new one. */
export async function insertDevices(
  db: Tx,
  secrets: Secrets,
  { ids, today }: { ids: DemoIds; today: string },
): Promise<Map<string, number[]>> {
  const known = DEVICES.filter(({ org }) => ids.orgs.has(org))
  if (known.length === 0) return new Map()
  const rows = known.map((device) => ({
    orgId: ids.orgs.get(device.org) ?? 0,
    name: device.name,
    kind: device.kind,
    model: device.model,
    serialNo: device.serialNo,
    schoolOrgId: ids.orgs.get(device.school ?? '') ?? null,
    ...newDeviceKey(secrets).sealed,
    status: device.status ?? active,
    calibratedOn: device.calibrated === null ? null : plusDays(today, -device.calibrated),
    calibrationMonths: device.months ?? 12,
    remark: device.remark ?? null,
    createdAt: plusDays(today, -500),
  }))
  const inserted = await db.insertInto('device').values(rows).returning('id').execute()
  const byOrg = new Map<string, number[]>()
  inserted.forEach(({ id }, index) => {
    const device = known[index]
    if (device && device.status !== disabled) byOrg.set(device.org, [...(byOrg.get(device.org) ?? []), id])
  })
  return byOrg
}

/** What the devices sent, as far as the records say so: everything is counted, this plan's readings are listed. */
export async function noteDeviceReadings(db: Tx, planId: number): Promise<void> {
  await sql`
    insert into device_reading (device_id, reading_no, record_id, outcome, at)
    select device_id, 'R' || id, id, 'taken', entered_at from screening_record
    where plan_id = ${planId} and device_id is not null and entered_at is not null`.execute(db)
  await sql`
    update device set reading_count = r.readings, last_seen_at = r.last, last_ip = '10.33.' || device.id || '.21'
    from (select device_id, count(*) as readings, max(entered_at) as last from screening_record
      where device_id is not null group by device_id) as r
    where device.id = r.device_id`.execute(db)
}
