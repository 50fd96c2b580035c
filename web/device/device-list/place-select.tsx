import { Select } from 'antd'
import { deviceEndpoints } from '#contract/device/endpoints.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { useTypedText } from '#web/core/use-typed-text.ts'
import { searchNote } from '#web/widgets/org/org-picker.tsx'

type Props = {
  id?: string
  value?: number | null
  onChange?: (orgId: number | null) => void
  /** The organisation the device belongs to; undefined while it is not chosen. */
  orgId: number | undefined
  /** The current place of the device. */
  known?: { orgId: number; orgName: string }
}

/** A school the organisation has to do with, found by its name. */
export function PlaceSelect({ id, value, onChange, orgId, known }: Props) {
  const [keyword, setTyped] = useTypedText()
  const found = useCall(deviceEndpoints.deviceSchools, { orgId, keyword }, { enabled: orgId !== undefined })
  // Schools of the organisation chosen before must not be listed for this one.
  const schools = orgId === undefined || found.isPlaceholderData ? [] : (found.data ?? [])
  const options = schools.some((school) => school.orgId === value)
    ? schools
    : [...(known && known.orgId === value ? [known] : []), ...schools]
  return (
    <Select
      id={id}
      value={value}
      disabled={orgId === undefined}
      placeholder={orgId === undefined ? '请先选择所属机构' : '不固定在一所学校时可不选'}
      allowClear
      loading={found.isFetching}
      options={options.map((school) => ({ value: school.orgId, label: school.orgName }))}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      notFoundContent={
        keyword || found.isFetching || found.error
          ? searchNote('学校', found)
          : '该机构还没有绑定学校，也没有筛查任务'
      }
      onChange={(next: number | undefined) => onChange?.(next ?? null)}
    />
  )
}
