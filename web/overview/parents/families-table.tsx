import type { Unit } from '#contract/eyesight/figures/figure-schemas.ts'
import type { AreaFamilies, ParentsView } from '#contract/overview/parents.ts'
import { AreaTable } from '../chart/area-table.tsx'
import { countText, NOTHING } from '../frame/number-text.ts'
import { Panel } from '../frame/panel.tsx'
import { belowOf } from '../frame/place-words.ts'
import { WallMessage } from '../frame/wall-message.tsx'
import styles from './families-table.module.css'
import { shareText } from './share-text.ts'

type Props = { view: ParentsView; unit: Unit; onOpen: (unit: Unit) => void }
type Counted = Omit<AreaFamilies, 'unit'>

const HEADS = [
  '告知书',
  '已查看 %',
  '已知晓 %',
  '建议就诊',
  '已就诊 %',
  '90日就诊率 %',
  '30日就诊率 %',
] as const

/** What the families of each place did, from the letter to the doctor. */
export function FamiliesTable({ view, unit, onOpen }: Props) {
  const hasFunnels = view.letters > 0
  const hides = [view, ...view.areas].some((each) =>
    [each.opened, each.referral, each.visited, each.visited90, each.visited30].some(({ hidden }) => hidden),
  )
  return (
    <Panel
      title={`${belowOf(unit)}告知与就诊`}
      aside={`占已打印、占建议就诊 %${hides ? ' · ＊ 人数过少，不显示' : ''}`}
      className={hasFunnels ? styles.panel : styles.alone}
    >
      {view.areas.length === 0 ? (
        <WallMessage>计划范围内没有学校。</WallMessage>
      ) : (
        <AreaTable
          unit={unit}
          heads={HEADS}
          areas={view.areas}
          drawCells={(area) => <Cells counted={area} />}
          total={<Cells counted={view} />}
          height={hasFunnels ? 'half' : 'whole'}
          onOpen={onOpen}
        />
      )}
    </Panel>
  )
}

function Cells({ counted }: { counted: Counted }) {
  const { letters, opened, acknowledged, valid, referral, visited, visited90, visited30 } = counted
  return (
    <>
      {letters === 0 ? <td className={styles.none}>未打印</td> : <td>{countText(letters)}</td>}
      <td className={styles.share}>{shareText(opened)}</td>
      <td className={styles.share}>{shareText(acknowledged)}</td>
      <td>{valid === 0 ? NOTHING : referral.hidden ? '＊' : countText(referral.numerator)}</td>
      <td className={styles.share}>{shareText(visited)}</td>
      <td>{shareText(visited90)}</td>
      <td>{shareText(visited30)}</td>
    </>
  )
}
