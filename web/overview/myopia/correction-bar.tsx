import type { MyopiaView } from '#contract/overview/myopia.ts'
import { StackedBar } from '../chart/stacked-bar.tsx'
import { percentText, shareOf } from '../frame/number-text.ts'
import { WallMessage } from '../frame/wall-message.tsx'

export function CorrectionBar({ view: { correction } }: { view: MyopiaView }) {
  if (!correction) return <WallMessage>人数过少，不显示。</WallMessage>
  const { full, under, not } = correction
  const all = full + under + not
  if (all === 0) return <WallMessage>没有视力不良的学生。</WallMessage>
  const text = (value: number) => `${percentText(shareOf(value, all))}%`
  return (
    <StackedBar
      label="视力不良学生的矫正情况"
      parts={[
        { key: 'full', label: '足矫', value: full, color: '--wall-pre', text: text(full) },
        { key: 'under', label: '欠矫', value: under, color: '--wall-progress1', text: text(under) },
        { key: 'not', label: '未矫', value: not, color: '--wall-attention', text: text(not) },
      ]}
    />
  )
}
