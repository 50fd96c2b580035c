import type { Call, MeasuredApp } from './measured-app.ts'
import { median, p95, type Row } from './table.ts'

export const ROUNDS = 5
export const CALLS = 60

/** How it is measured, in the words of a table. */
export const inTurns = (calls: number): string =>
  `两个库在同一次运行中交替测量 ${ROUNDS} 轮，每轮 ${calls} 次，取各轮 p95 的中位数；` +
  '其间处理器被宿主机占用的请求不计，另测。'
export const IN_TURNS = inTurns(CALLS)

type Side = readonly [app: MeasuredApp, call: Call | undefined]

/** The same question to a small and a large database, in turns within one run; `mostMs` bounds the large one. */
export async function compareSizes(
  what: string,
  bar: number,
  [small, atSmall]: Side,
  [large, atLarge]: Side,
  { mostMs, calls = CALLS }: { mostMs?: number; calls?: number } = {},
): Promise<Row> {
  if (!atSmall || !atLarge) throw new Error(`${what}: not asked of both`)
  await small.times(atSmall, calls)
  await large.times(atLarge, calls)
  const before: number[] = []
  const after: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    before.push(p95(await small.quietTimes(atSmall, calls)))
    after.push(p95(await large.quietTimes(atLarge, calls)))
  }
  const ratio = median(after) / median(before)
  const most = mostMs === undefined ? '' : `，且 ≤ ${mostMs} 毫秒`
  const value = `${median(before).toFixed(1)} → ${median(after).toFixed(1)} 毫秒（${ratio.toFixed(1)} 倍）`
  const met = ratio <= bar && median(after) <= (mostMs ?? Number.POSITIVE_INFINITY)
  return { what, value, bar: `≤ ${bar} 倍${most}`, met }
}
