import { Form, Select } from 'antd'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import { type Unit, type UnitKey, UnitLevel } from '#contract/eyesight/figures/figure-schemas.ts'
import { useAllowed } from '#web/core/allowed.tsx'
import { useCall } from '#web/core/api/use-call.ts'
import layout from '#web/core/layout.module.css'

const { breakdown } = eyesightEndpoints
const READERS = typeof breakdown.access === 'string' ? [] : breakdown.access
const ALL = -1

type Props = { planId: number; place: UnitKey; onGo: (key: UnitKey) => void }

/** Where to look: one select for each step from the own range down to a class. */
export function PlaceFilter({ planId, place, onGo }: Props) {
  const mayAsk = useAllowed(READERS)
  const places = useCall(breakdown, { planId, ...place }, { enabled: mayAsk })
  if (!places.data) return null
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
        className={level === 'school' ? layout.width240 : layout.width140}
        options={[{ value: ALL, label: '全部' }, ...units.map(({ name }, value) => ({ value, label: name }))]}
      />
    </Form.Item>
  )
}

const PARTS = ['areaId', 'orgId', 'prefix', 'gradeNo', 'classId'] as const
const isSame = (one: UnitKey, other: UnitKey | undefined): boolean =>
  other !== undefined && PARTS.every((part) => one[part] === other[part])
