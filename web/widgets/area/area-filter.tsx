import { Form } from 'antd'
import { useId } from 'react'
import type { AreaFilter as AreaIds } from '#contract/schools/schemas.ts'
import layout from '#web/core/layout.module.css'
import type { AreaRange } from './area-cascader.tsx'
import { areaIdPath, areaIds } from './area-range.ts'
import { LazyAreaCascader } from './lazy-area-cascader.tsx'

type Props = {
  value: AreaIds
  onChange: (area: AreaIds) => void
  /** The area the user looks after. */
  range: AreaRange
}

/** Narrows a list to a part of the user's range; a district has no parts to choose from. */
export function AreaFilter({ value, onChange, range }: Props) {
  const id = useId()
  const path = areaIdPath(value)
  if (range.regionId) return null
  return (
    <Form.Item label="区域" htmlFor={id}>
      <LazyAreaCascader
        id={id}
        within={range}
        anyLevel
        value={path.length > 0 ? path : undefined}
        onChange={(next) => onChange(areaIds(next ?? []))}
        placeholder="全部"
        className={layout.width170}
      />
    </Form.Item>
  )
}
