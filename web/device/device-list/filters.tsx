import { Form } from 'antd'
import { DeviceKind, type DevicePageQuery, DeviceStatus } from '#contract/device/schemas.ts'
import layout from '#web/core/layout.module.css'
import { KeywordFilter } from '#web/widgets/list/keyword-filter.tsx'
import { SelectFilter } from '#web/widgets/list/select-filter.tsx'
import { CALIBRATION_OPTIONS } from './calibration.tsx'
import { OwnerSelect } from './owner-select.tsx'

type Props = {
  query: DevicePageQuery
  onChange: (patch: Partial<DevicePageQuery>) => void
  /** Name of the organisation in the query, known from the rows. */
  orgName?: string
  manyOrgs: boolean
}

export function DeviceFilters({ query, onChange, orgName, manyOrgs }: Props) {
  return (
    <>
      <KeywordFilter
        label="设备"
        aria-label="名称、型号或序列号"
        placeholder="名称、型号或序列号"
        width={212}
        query={query}
        onChange={onChange}
      />
      {manyOrgs && (
        <Form.Item label="所属机构">
          <OwnerSelect
            aria-label="所属机构"
            value={query.orgId}
            knownName={orgName}
            onChange={(orgId) => onChange({ orgId })}
            className={layout.width172}
          />
        </Form.Item>
      )}
      <SelectFilter
        label="类型"
        options={DeviceKind.options}
        value={query.kind}
        onChange={(kind) => onChange({ kind })}
        width={126}
      />
      <SelectFilter
        label="状态"
        options={DeviceStatus.options}
        value={query.status}
        onChange={(status) => onChange({ status })}
        width={94}
      />
      <SelectFilter
        label="校准"
        options={CALIBRATION_OPTIONS}
        value={query.calibration}
        onChange={(calibration) => onChange({ calibration })}
        width={118}
      />
    </>
  )
}
