import { Form, Select } from 'antd'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import { type Unit, type UnitKey, UnitLevel } from '#contract/eyesight/figures/figure-schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import layout from '#web/core/layout.module.css'

type Props = { planId: number; parent: Unit; unit: Unit; onGo: (key: UnitKey) => void }

/** One step of the way down to the unit; not there where there is nothing to choose. */
export function UnitSelect({ planId, parent, unit, onGo }: Props) {
  const places = useCall(eyesightEndpoints.breakdown, { planId, ...parent.key })
  const others = places.data?.rows.map((row) => row.unit).filter(({ level }) => level === unit.level) ?? []
  if (others.length <= 1) return null
  const label = UnitLevel.label(unit.level)
  const chosen = others.findIndex(({ key }) => isSame(key, unit.key))
  return (
    <Form.Item label={label}>
      <Select
        aria-label={label}
        value={chosen >= 0 ? chosen : undefined}
        placeholder={unit.name}
        onChange={(nth: number) => {
          const next = others[nth]
          if (next) onGo(next.key)
        }}
        showSearch={{ optionFilterProp: 'label' }}
        popupMatchSelectWidth={false}
        className={unit.level === 'school' ? layout.width240 : layout.width140}
        options={others.map(({ name }, value) => ({ value, label: name }))}
      />
    </Form.Item>
  )
}

const PARTS = ['areaId', 'orgId', 'prefix', 'gradeNo', 'classId'] as const
const isSame = (one: UnitKey, other: UnitKey): boolean => PARTS.every((part) => one[part] === other[part])
