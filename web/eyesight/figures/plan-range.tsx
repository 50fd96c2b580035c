import { Tag, Typography } from 'antd'
import { Link } from 'react-router'
import type { Unit } from '#contract/eyesight/figures/figure-schemas.ts'
import {
  type RangeCounts,
  RangePart,
  type SchoolsAndStudents,
  wholeRange,
} from '#contract/eyesight/figures/plan-range.ts'
import { useAllowed } from '#web/core/allowed.tsx'
import { formatNumber } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'

const amountText = ({ schools, students }: SchoolsAndStudents): string =>
  `${schools > 0 ? `${formatNumber(schools)} 所 ` : ''}${formatNumber(students)} 人`

/** 已开展 43 所 20,100 人; parts with nobody in them are left out. */
const partTexts = (range: RangeCounts, parts: readonly RangePart[]): string[] =>
  parts.flatMap((part) =>
    range[part].schools > 0 || range[part].students > 0
      ? `${RangePart.label(part)} ${amountText(range[part])}`
      : [],
  )

/** 计划范围 46 所 23,456 人 = 已开展 43 所 20,100 人 + 未开始 1 所 300 人 + 未分配 2 所 3,056 人. */
export const RangeNote = ({ range }: { range: RangeCounts }) => (
  <Typography.Text type="secondary">
    {[`计划范围 ${amountText(wholeRange(range))}`, partTexts(range, RangePart.codes).join(' + ')]
      .filter((text) => text !== '')
      .join(' = ')}
  </Typography.Text>
)

/** Who of the range is on no list yet. */
export function UnlistedNote({ range }: { range: RangeCounts }) {
  const texts = partTexts(range, ['waiting', 'unassigned'])
  if (texts.length === 0) return null
  return (
    <Typography.Text type="secondary" className={layout.smallText}>
      {texts.join('，')}
    </Typography.Text>
  )
}

/** A school that has not begun; without a task it leads to giving it one. */
export function SchoolPart({ planId, name, part }: { planId: number; name: string; part: RangePart }) {
  const mayAdd = useAllowed(['taskAdd'])
  if (part === 'begun') return null
  const address = `/eyesight/add-task?planId=${planId}&hasTask=no&keyword=${encodeURIComponent(name)}`
  return (
    <span>
      <Tag color={part === 'unassigned' ? 'warning' : 'default'}>{RangePart.label(part)}</Tag>
      {part === 'unassigned' && mayAdd && <Link to={address}>分配任务</Link>}
    </span>
  )
}

/** Below the name of a row: what of it has not begun. */
export function RowRange({ planId, unit, range }: { planId: number; unit: Unit; range: RangeCounts }) {
  const part = RangePart.codes.find((each) => range[each].schools > 0) ?? 'begun'
  if (unit.level === 'school' && part !== 'begun') {
    return (
      <div>
        <SchoolPart planId={planId} name={unit.name} part={part} />
      </div>
    )
  }
  return (
    <div>
      <UnlistedNote range={range} />
    </div>
  )
}
