import type { SchoolView } from '#contract/overview/school.ts'
import { StackedBar } from '../chart/stacked-bar.tsx'
import { countText, percentText, shareOf } from '../frame/number-text.ts'
import { WallMessage } from '../frame/wall-message.tsx'
import { tooFewOf } from './school-words.ts'

const DEGREES = [
  { key: 'low', label: '低度', color: '--wall-low' },
  { key: 'mid', label: '中度', color: '--wall-mid' },
  { key: 'high', label: '高度', color: '--wall-high' },
  { key: 'ungraded', label: '未分度', color: '--wall-ungraded' },
] as const

/** The myopic by degree, parts of one whole. */
export function DegreeBar({ view }: { view: SchoolView }) {
  const { degrees } = view
  const tooFew = tooFewOf(view, '近视程度')
  if (tooFew) return <WallMessage>{tooFew}</WallMessage>
  if (!degrees) return <WallMessage>人数过少，不显示。</WallMessage>
  const whole = DEGREES.reduce((sum, { key }) => sum + degrees[key], 0)
  if (whole === 0) return <WallMessage>没有近视的学生。</WallMessage>
  return (
    <StackedBar
      label="近视学生的构成"
      paired
      parts={DEGREES.filter(({ key }) => key !== 'ungraded' || degrees[key] > 0).map(
        ({ key, label, color }) => ({
          key,
          label: `${label} ${countText(degrees[key])} 人`,
          value: degrees[key],
          color,
          text: `${percentText(shareOf(degrees[key], whole))}%`,
        }),
      )}
    />
  )
}

/** Of small children: whose eyes have grown further than at their age. */
export function ReserveBar({ view: { reserveShort } }: { view: SchoolView }) {
  const { numerator, denominator, rate } = reserveShort
  if (numerator === null || denominator === null) return <WallMessage>人数过少，不显示。</WallMessage>
  if (rate === null) return <WallMessage>有筛查结果后，这里显示远视储备。</WallMessage>
  const rest = denominator - numerator
  return (
    <StackedBar
      label="有效学生的远视储备"
      parts={[
        {
          key: 'short',
          label: `储备不足 ${countText(numerator)} 人`,
          value: numerator,
          color: '--wall-attention',
          text: `${percentText(rate)}%`,
        },
        {
          key: 'rest',
          label: `未见不足 ${countText(rest)} 人`,
          value: rest,
          color: '--wall-pre',
          text: `${percentText(shareOf(rest, denominator))}%`,
        },
      ]}
    />
  )
}
