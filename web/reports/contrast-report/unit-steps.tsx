import { Form, Select } from 'antd'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import { type Unit, type UnitKey, UnitLevel } from '#contract/eyesight/figures/figure-schemas.ts'
import { unitCode } from '#contract/reports/contrast/contrast-query.ts'
import { useCall } from '#web/core/api/use-call.ts'

type Props = { planId: number; path: readonly Unit[]; onGo: (key: UnitKey) => void }

/** From the own range down, as far as one likes: every step can be taken back. */
export function UnitSteps({ planId, path, onGo }: Props) {
  return path.map((unit, nth) => (
    <Step key={unitCode(unit) ?? unit.level} planId={planId} parent={unit} unit={path[nth + 1]} onGo={onGo} />
  ))
}

type StepProps = { planId: number; parent: Unit; unit: Unit | undefined; onGo: (key: UnitKey) => void }

function Step({ planId, parent, unit, onGo }: StepProps) {
  const places = useCall(
    eyesightEndpoints.breakdown,
    { planId, ...parent.key },
    { enabled: parent.level !== 'class' },
  )
  if (parent.level === 'class' || places.isPlaceholderData || !places.data?.childLevel) return null
  const { rows, childLevel } = places.data
  if (rows.length === 0) return null
  const label = UnitLevel.label(unit?.level ?? childLevel)
  return (
    <Form.Item label={label}>
      <Select
        aria-label={label}
        value={unit ? (unitCode(unit) ?? null) : null}
        allowClear={unit !== undefined && parent.level !== 'range'}
        onChange={(code: string | null | undefined) => {
          const next = rows.find((row) => unitCode(row.unit) === code)
          onGo(next ? next.unit.key : parent.key)
        }}
        showSearch={{ optionFilterProp: 'label' }}
        placeholder={`全部${label}`}
        popupMatchSelectWidth={false}
        style={{ width: label === '学校' ? 220 : 130 }}
        options={rows.map((row) => ({ value: unitCode(row.unit), label: row.unit.name }))}
      />
    </Form.Item>
  )
}
