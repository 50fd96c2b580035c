import { Form } from 'antd'
import { DeviceKind, type DevicePageQuery, DeviceStatus } from '#contract/device/schemas.ts'
import { SelectFilter } from '#web/widgets/list/select-filter.tsx'
import { TextFilter } from '#web/widgets/list/text-filter.tsx'
import { CALIBRATION_OPTIONS } from './calibration.tsx'
import { OwnerSelect } from './owner-select.tsx'

type Props = {
  query: DevicePageQuery
  onChange: (patch: Partial<DevicePageQuery>) => void
  /** Name of the organisation in the query, known from the rows. */
  orgName?: string
  manyOrgs: boolean
}

/** Every change starts again at the first page. */
export function DeviceFilters({ query, onChange, orgName, manyOrgs }: Props) {
  const set = (patch: Partial<DevicePageQuery>) => onChange({ ...patch, pageNum: 1 })
  return (
    <>
      <TextFilter
        label="设备"
        aria-label="名称、型号或序列号"
        value={query.keyword}
        placeholder="名称、型号或序列号"
        maxLength={50}
        width={212}
        onSearch={(keyword) => set({ keyword })}
      />
      {manyOrgs && (
        <Form.Item label="所属机构">
          <OwnerSelect
            aria-label="所属机构"
            value={query.orgId}
            knownName={orgName}
            onChange={(orgId) => set({ orgId })}
            style={{ width: 172 }}
          />
        </Form.Item>
      )}
      <SelectFilter
        label="类型"
        options={DeviceKind.options}
        value={query.kind}
        onChange={(kind) => set({ kind })}
        width={126}
      />
      <SelectFilter
        label="状态"
        options={DeviceStatus.options}
        value={query.status}
        onChange={(status) => set({ status })}
        width={94}
      />
      <SelectFilter
        label="校准"
        options={CALIBRATION_OPTIONS}
        value={query.calibration}
        onChange={(calibration) => set({ calibration })}
        width={118}
      />
    </>
  )
}
