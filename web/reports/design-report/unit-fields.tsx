import { Form, Select } from 'antd'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import { type Unit, UnitLevel } from '#contract/eyesight/figures/figure-schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import styles from './design.module.css'
import type { DesignState } from './use-design.ts'

/** From the reader's range down to an area or a school; below the last one chosen the next may be chosen. */
export function UnitFields({ state: { places, go } }: { state: DesignState }) {
  const { path, planId, rows } = places
  const [top] = path
  if (!top || planId === undefined) return null
  const below = rows.map(({ unit }) => unit).filter(isPlace)
  return (
    <Form.Item label="统计单位">
      <div className={styles.designUnits}>
        <span className={styles.designRange}>{top.name}</span>
        {path.slice(1).map((unit, nth) => (
          <Chosen key={unit.level} planId={planId} parent={path[nth] ?? top} unit={unit} onGo={go} />
        ))}
        {below.length > 0 && (
          <Select
            aria-label="下级单位"
            value={null}
            placeholder="全部，可选下级单位"
            showSearch={{ optionFilterProp: 'label' }}
            options={optionsOf(below)}
            onChange={(nth: number) => {
              const next = below[nth]
              if (next) go(next)
            }}
          />
        )}
      </div>
    </Form.Item>
  )
}

const isPlace = ({ level }: Unit): boolean => level === 'city' || level === 'region' || level === 'school'
const optionsOf = (units: readonly Unit[]) => units.map(({ name }, value) => ({ value, label: name }))

type ChosenProps = { planId: number; parent: Unit; unit: Unit; onGo: (unit: Unit) => void }

/** Another one of the same parent, or none: then it is the parent again. */
function Chosen({ planId, parent, unit, onGo }: ChosenProps) {
  const { data } = useCall(eyesightEndpoints.breakdown, { planId, ...parent.key })
  const others = data?.rows.map((row) => row.unit).filter(isPlace) ?? []
  const at = others.findIndex(({ key }) => JSON.stringify(key) === JSON.stringify(unit.key))
  return (
    <Select
      aria-label={UnitLevel.label(unit.level)}
      value={at >= 0 ? at : null}
      placeholder={unit.name}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      options={optionsOf(others)}
      onChange={(nth: number | undefined) => onGo(nth === undefined ? parent : (others[nth] ?? parent))}
    />
  )
}
