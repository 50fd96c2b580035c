import { Form, Input } from 'antd'
import { Suspense, useMemo } from 'react'
import { Sex, StudentStatus, StudentType } from '#contract/core/codes.ts'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useSession } from '#web/core/session/session-store.ts'
import { SelectDropdown } from '#web/widgets/select-dropdown.tsx'
import type { NumberFilters, RosterQuery } from './roster-query.ts'

const AreaCascader = lazyPart(async () => (await import('#web/widgets/area-cascader.tsx')).AreaCascader)

const FACE_OPTIONS = [
  { value: 1, label: '已采集' },
  { value: 0, label: '未采集' },
] as const

type Props = {
  query: RosterQuery
  numbers: NumberFilters
  onChange: (patch: Partial<RosterQuery>) => void
  onNumbers: (numbers: NumberFilters) => void
  /** Where all schools of the range are listed, an area narrows them. */
  withArea: boolean
}

export function StudentFilters({ query, numbers, onChange, onNumbers, withArea }: Props) {
  return (
    <>
      {withArea && <AreaFilter query={query} onChange={onChange} />}
      <TextFilter
        label="姓名"
        value={query.name}
        maxLength={15}
        width={130}
        onSearch={(name) => onChange({ name })}
      />
      <TextFilter
        label="证件号"
        placeholder="完整证件号"
        value={numbers.idCard}
        maxLength={20}
        width={214}
        onSearch={(idCard) => onNumbers({ ...numbers, idCard })}
      />
      <TextFilter
        label="学籍号"
        placeholder="完整学籍号"
        value={numbers.studentNo}
        maxLength={20}
        width={222}
        onSearch={(studentNo) => onNumbers({ ...numbers, studentNo })}
      />
      <Form.Item label="性别">
        <SelectDropdown
          aria-label="性别"
          options={Sex.options}
          value={query.sex}
          onChange={(sex) => onChange({ sex })}
          placeholder="全部"
          style={{ width: 82 }}
        />
      </Form.Item>
      <Form.Item label="类型">
        <SelectDropdown
          aria-label="类型"
          options={StudentType.options}
          value={query.studentType}
          onChange={(studentType) => onChange({ studentType })}
          placeholder="全部"
          style={{ width: 158 }}
        />
      </Form.Item>
      <Form.Item label="学籍状态">
        <SelectDropdown
          aria-label="学籍状态"
          options={StudentStatus.options}
          value={query.status}
          onChange={(status) => onChange({ status })}
          placeholder="全部"
          style={{ width: 98 }}
        />
      </Form.Item>
      <Form.Item label="人脸">
        <SelectDropdown
          aria-label="人脸"
          options={FACE_OPTIONS}
          value={query.faceCollected}
          onChange={(faceCollected) => onChange({ faceCollected })}
          placeholder="全部"
          style={{ width: 98 }}
        />
      </Form.Item>
    </>
  )
}

type TextProps = {
  label: string
  value: string | undefined
  placeholder?: string
  maxLength: number
  width: number
  onSearch: (text: string | undefined) => void
}

function TextFilter({ label, value, placeholder = label, maxLength, width, onSearch }: TextProps) {
  return (
    <Form.Item label={label}>
      <Input.Search
        // A new key takes over what is asked for after going back or clearing.
        key={value ?? ''}
        aria-label={label}
        defaultValue={value}
        placeholder={placeholder}
        autoComplete="off"
        allowClear
        maxLength={maxLength}
        onSearch={(text) => onSearch(text.trim() || undefined)}
        style={{ width }}
      />
    </Form.Item>
  )
}

function AreaFilter({ query, onChange }: Pick<Props, 'query' | 'onChange'>) {
  const { user } = useSession()
  const within = useMemo(
    () => ({
      provinceId: user?.dataRangeProvinceId ?? null,
      cityId: user?.dataRangeCityId ?? null,
      regionId: user?.dataRangeRegionId ?? null,
    }),
    [user],
  )
  const path = [query.provinceId, query.cityId, query.regionId].filter((id) => id !== undefined)
  return (
    <Form.Item label="区域">
      <Suspense fallback={<Input disabled placeholder="区域" style={{ width: 220 }} />}>
        <AreaCascader
          within={within}
          value={path}
          anyLevel
          placeholder="数据范围内全部"
          onChange={(ids = []) => {
            const [provinceId, cityId, regionId] = ids
            onChange({ provinceId, cityId, regionId })
          }}
          style={{ width: 220 }}
        />
      </Suspense>
    </Form.Item>
  )
}
