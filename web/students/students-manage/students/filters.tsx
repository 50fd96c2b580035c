import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { Sex, StudentStatus, StudentType } from '#contract/core/codes.ts'
import { AreaFilter } from '#web/widgets/area/area-filter.tsx'
import { useAreaRange } from '#web/widgets/area/area-range.ts'
import { LinkButton } from '#web/widgets/link-button.tsx'
import { SelectFilter } from '#web/widgets/list/select-filter.tsx'
import { TextFilter } from '#web/widgets/list/text-filter.tsx'
import type { NumberFilters, RosterQuery } from '../roster-query.ts'

const SCREENED_OPTIONS = [
  { value: 1, label: '已筛查' },
  { value: 0, label: '未筛查' },
] as const
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
  const range = useAreaRange()
  const rarelySet = [query.status, query.faceCollected, query.screened, numbers.studentNo].some(
    (each) => each !== undefined,
  )
  const [unfolded, setUnfolded] = useState(rarelySet)
  return (
    <>
      {withArea && range && <AreaFilter value={query} onChange={onChange} range={range} />}
      <TextFilter
        label="姓名"
        placeholder="姓名"
        value={query.name}
        maxLength={15}
        width={124}
        onSearch={(name) => onChange({ name })}
      />
      <TextFilter
        label="证件号"
        placeholder="完整证件号"
        value={numbers.idCard}
        maxLength={20}
        width={210}
        onSearch={(idCard) => onNumbers({ ...numbers, idCard })}
      />
      <SelectFilter
        label="性别"
        options={Sex.options}
        value={query.sex}
        onChange={(sex) => onChange({ sex })}
        width={78}
      />
      <SelectFilter
        label="类型"
        options={StudentType.options}
        value={query.studentType}
        onChange={(studentType) => onChange({ studentType })}
        width={112}
      />
      {/* What narrows the list must not be out of sight. */}
      {(unfolded || rarelySet) && <RareFilters {...{ query, numbers, onChange, onNumbers }} />}
      {!rarelySet && (
        <LinkButton
          size="middle"
          aria-expanded={unfolded}
          icon={unfolded ? <UpOutlined /> : <DownOutlined />}
          iconPlacement="end"
          onClick={() => setUnfolded(!unfolded)}
        >
          {unfolded ? '收起筛选' : '更多筛选'}
        </LinkButton>
      )}
    </>
  )
}

function RareFilters({ query, numbers, onChange, onNumbers }: Omit<Props, 'withArea'>) {
  return (
    <>
      <TextFilter
        label="学籍号"
        placeholder="完整学籍号"
        value={numbers.studentNo}
        maxLength={20}
        width={222}
        onSearch={(studentNo) => onNumbers({ ...numbers, studentNo })}
      />
      <SelectFilter
        label="学籍状态"
        options={StudentStatus.options}
        value={query.status}
        onChange={(status) => onChange({ status })}
        width={98}
      />
      <SelectFilter
        label="人脸"
        options={FACE_OPTIONS}
        value={query.faceCollected}
        onChange={(faceCollected) => onChange({ faceCollected })}
        width={98}
      />
      <SelectFilter
        label="本学年筛查"
        options={SCREENED_OPTIONS}
        value={query.screened}
        onChange={(screened) => onChange({ screened })}
        width={98}
      />
    </>
  )
}
