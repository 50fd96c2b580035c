import { ATTENTION_BELOW, type ProgressView } from '#contract/overview/progress.ts'
import { BarRows } from '../chart/bar-rows.tsx'
import { percentText, shareOf, shortCount } from '../frame/number-text.ts'
import { WallMessage } from '../frame/wall-message.tsx'

const SHOWN = 8

export function Executors({ view, target }: { view: ProgressView; target: number }) {
  const rows = view.executors.slice(0, SHOWN).map(({ orgId, name, expected, screened }) => {
    const value = shareOf(screened, expected)
    const owed = expected - screened
    return {
      key: String(orgId),
      name,
      value,
      text: `${percentText(value, 1)}%`,
      more: owed > 0 ? `欠 ${shortCount(owed)}` : '',
      attention: value !== null && value < Math.min(target, ATTENTION_BELOW),
    }
  })
  if (rows.length === 0) return <WallMessage>任务分配后，这里列出承担机构的进度。</WallMessage>
  return <BarRows rows={rows} target={target} nameWidth="long" />
}
