import { useRef } from 'react'
import type { Unit } from '#contract/eyesight/figures/figure-schemas.ts'
import { SHOWN_LEAST } from '#contract/overview/myopia.ts'
import type { AreaFamilies } from '#contract/overview/parents.ts'
import { scaleText } from '../chart/length-text.ts'
import { percentText } from '../frame/number-text.ts'
import { Panel } from '../frame/panel.tsx'
import { useRowScroll } from '../frame/use-row-scroll.ts'
import { keyOfUnit } from '../progress/area-progress.tsx'
import styles from './area-funnels.module.css'

type Props = {
  title: string
  areas: readonly AreaFamilies[]
  onOpen: (unit: Unit) => void
}

/** Of the letters of each place those opened, and of these those acknowledged; the fewest last. */
export function AreaFunnels({ title, areas, onOpen }: Props) {
  const list = useRef<HTMLUListElement>(null)
  useRowScroll(list)
  const shareOf = (area: AreaFamilies) => (noteOf(area) === null ? (area.acknowledged.rate ?? 0) : -1)
  const rows = [...areas].sort((one, other) => shareOf(other) - shareOf(one))
  return (
    <Panel title={title} aside={<Legend />} className={styles.panel}>
      <ul ref={list} className={styles.rows} aria-label={title}>
        {rows.map((area) => (
          <Row key={keyOfUnit(area.unit)} area={area} onOpen={onOpen} />
        ))}
      </ul>
    </Panel>
  )
}

function Legend() {
  return (
    <>
      占已打印 %
      <i aria-hidden="true" className={`${styles.swatch} ${styles.opened}`} />
      已查看
      <i aria-hidden="true" className={`${styles.swatch} ${styles.acknowledged}`} />
      已知晓
    </>
  )
}

/** What stands in place of shares; null where they are shown. */
function noteOf({ letters, opened }: AreaFamilies): string | null {
  if (letters === 0) return '还没有打印'
  if (opened.hidden) return '＊ 人数过少，不显示'
  return letters < SHOWN_LEAST ? `已打印 ${letters} 份，满 ${SHOWN_LEAST} 份后显示` : null
}

function Row({ area, onOpen }: { area: AreaFamilies; onOpen: (unit: Unit) => void }) {
  const { unit, opened, acknowledged } = area
  const note = noteOf(area)
  return (
    <li className={styles.row}>
      {unit.level === 'school' ? (
        <span className={styles.name} title={unit.name}>
          {unit.name}
        </span>
      ) : (
        <button type="button" className={styles.name} onClick={() => onOpen(unit)} title={unit.name}>
          {unit.name}
        </button>
      )}
      {note === null ? (
        <>
          <span className={styles.bar} aria-hidden="true">
            <i className={styles.opened} style={{ transform: scaleText(opened.rate ?? 0) }} />
            <i className={styles.acknowledged} style={{ transform: scaleText(acknowledged.rate ?? 0) }} />
          </span>
          <em>{percentText(opened.rate)}</em>
          <strong>{percentText(acknowledged.rate)}</strong>
        </>
      ) : (
        <em className={styles.note}>{note}</em>
      )}
    </li>
  )
}
