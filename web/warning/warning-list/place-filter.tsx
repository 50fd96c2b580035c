import { Form, Select } from 'antd'
import { DataRangeType, OrgType, RoleType } from '#contract/core/codes.ts'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import { type Unit, type UnitKey, UnitLevel } from '#contract/eyesight/figures/figure-schemas.ts'
import { useAllowed } from '#web/core/allowed.tsx'
import { useCall } from '#web/core/api/use-call.ts'
import layout from '#web/core/layout.module.css'
import { useSession } from '#web/core/session/session-store.ts'

const { breakdown } = eyesightEndpoints
const READERS = typeof breakdown.access === 'string' ? [] : breakdown.access
const ALL = -1

type Props = { planId: number; place: UnitKey; onGo: (key: UnitKey) => void }

/** Where to look: one select for each step from the own range down to a class. */
export function PlaceFilter({ planId, place, onGo }: Props) {
  const mayAsk = useAllowed(READERS)
  const places = useCall(breakdown, { planId, ...place }, { enabled: mayAsk })
  const first = useFirstLevel()
  if (!places.data) return places.isFetching && first ? <LoadingSelect level={first} /> : null
  const { path } = places.data
  return path.map((parent, nth) => (
    <StepSelect
      key={JSON.stringify(parent.key)}
      planId={planId}
      parent={parent}
      chosen={path[nth + 1]}
      onGo={onGo}
    />
  ))
}

type Level = Unit['level']

/** What lies below the own range of those who always have a choice there. */
function useFirstLevel(): Level | undefined {
  const { user } = useSession()
  if (user?.orgType === OrgType.code.school)
    return user.roleType === RoleType.code.admin ? 'grade' : undefined
  switch (user?.dataRangeType) {
    case DataRangeType.code.province:
      return 'city'
    case DataRangeType.code.city:
      return 'region'
    case DataRangeType.code.region:
      return 'school'
    default:
      return undefined
  }
}

const widthOf = (level: Level) => (level === 'school' ? layout.width240 : layout.width140)

/** In the place of the first step, so that the filters after it stay where they are. */
const LoadingSelect = ({ level }: { level: Level }) => (
  <Form.Item label={UnitLevel.label(level)}>
    <Select aria-label={UnitLevel.label(level)} loading disabled value="全部" className={widthOf(level)} />
  </Form.Item>
)

type StepProps = Pick<Props, 'planId' | 'onGo'> & { parent: Unit; chosen: Unit | undefined }

/** The units directly below one; not there where there is nothing to choose. */
function StepSelect({ planId, parent, chosen, onGo }: StepProps) {
  const below = useCall(breakdown, { planId, ...parent.key })
  const units = below.isPlaceholderData ? [] : (below.data?.rows.map(({ unit }) => unit) ?? [])
  const level = chosen?.level ?? units[0]?.level
  if (level === undefined || (units.length <= 1 && !chosen)) return null
  const label = UnitLevel.label(level)
  const nth = units.findIndex(({ key }) => isSame(key, chosen?.key))
  return (
    <Form.Item label={label}>
      <Select
        aria-label={label}
        value={chosen ? (nth >= 0 ? nth : chosen.name) : ALL}
        onChange={(next) => onGo((typeof next === 'number' ? units[next]?.key : undefined) ?? parent.key)}
        showSearch={{ optionFilterProp: 'label' }}
        popupMatchSelectWidth={false}
        className={widthOf(level)}
        options={[{ value: ALL, label: '全部' }, ...units.map(({ name }, value) => ({ value, label: name }))]}
      />
    </Form.Item>
  )
}

const PARTS = ['areaId', 'orgId', 'prefix', 'gradeNo', 'classId'] as const
const isSame = (one: UnitKey, other: UnitKey | undefined): boolean =>
  other !== undefined && PARTS.every((part) => one[part] === other[part])
