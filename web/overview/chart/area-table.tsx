import { type CSSProperties, type ReactNode, useRef } from 'react'
import type { Unit } from '#contract/eyesight/figures/figure-schemas.ts'
import { belowOf } from '../frame/place-words.ts'
import { useRowScroll } from '../frame/use-row-scroll.ts'
import { keyOfUnit } from '../progress/area-progress.tsx'
import styles from './area-table.module.css'

type Props<Area extends { unit: Unit }> = {
  /** The place whose areas or schools are listed. */
  unit: Unit
  heads: readonly string[]
  areas: readonly Area[]
  /** As many as there are heads. */
  drawCells: (area: Area) => ReactNode
  total: ReactNode
  /** Whether it fills a wall or shares its height with something below. */
  height?: 'whole' | 'half'
  onOpen: (unit: Unit) => void
}

/** All places below with their numbers, one line each, and their sum; lines without room scroll by themselves. */
export function AreaTable<Area extends { unit: Unit }>(props: Props<Area>) {
  const { unit, heads, areas, drawCells, total, height = 'whole', onOpen } = props
  const box = useRef<HTMLDivElement>(null)
  useRowScroll(box, 'tbody tr')
  return (
    <div ref={box} className={styles.box}>
      <table
        className={`${styles.table} ${height === 'half' ? styles.half : ''}`}
        style={{ '--rows': areas.length } as CSSProperties}
      >
        <thead>
          <tr>
            <th scope="col">{belowOf(unit).slice(1)}</th>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {areas.map((area) => (
            <tr key={keyOfUnit(area.unit)}>
              <th scope="row">
                <Name unit={area.unit} onOpen={onOpen} />
              </th>
              {drawCells(area)}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">合计</th>
            {total}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

/** What is shown of a school stands elsewhere. */
function Name({ unit, onOpen }: { unit: Unit; onOpen: (unit: Unit) => void }) {
  if (unit.level === 'school') return <span className={styles.name}>{unit.name}</span>
  return (
    <button type="button" className={styles.name} onClick={() => onOpen(unit)}>
      {unit.name}
    </button>
  )
}
