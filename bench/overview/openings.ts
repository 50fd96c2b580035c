// Two hundred who open the same wall within a second: what the database is asked for them.
import { setTimeout as sleep } from 'node:timers/promises'
import { MOMENT_MS } from '../../server/core/shared-moments.ts'
import { ask } from '../product-calls.ts'
import type { Row } from '../table.ts'
import { type Counted, isAggregate, type Statements } from './statements.ts'
import type { View } from './views.ts'

export type Site = { address: string; tokens: ReadonlyMap<string, string>; views: readonly View[] }

/** All open it within so long, so that one moment is enough for them. */
const WITHIN_MS = 800
const EXPIRED_MS = MOMENT_MS + 200

export const open = ({ address, tokens }: Site, { path, account }: View): Promise<object> =>
  ask<object>(address, path, tokens.get(account) ?? '')

export async function countOpenings(site: Site, viewers: number, statements: Statements): Promise<Row[]> {
  const found: { name: string; moments: number; questions: number; each: number }[] = []
  const faults: string[] = []
  for (const view of site.views) {
    const one = await askedFor(statements, () => open(site, view))
    const began = performance.now()
    const many = await askedFor(statements, () => openTogether(site, view, viewers, faults))
    // Where the last one came late, the first answers are of an earlier moment.
    const moments = Math.max(1, Math.ceil((performance.now() - began - EXPIRED_MS) / MOMENT_MS))
    found.push({ name: view.name, moments, ...compared(one, many, viewers) })
  }
  const most = Math.max(...found.map(({ questions }) => questions))
  const worst = found.filter(({ questions, moments }) => questions > moments)
  const names = worst.map(({ name, questions, moments }) => `${name} ${moments} 秒内 ${questions} 次`)
  const longest = Math.max(...found.map(({ moments }) => moments))
  const each = Math.max(...found.map((view) => view.each))
  return [
    {
      what: `${viewers} 人在一秒内打开同一画面（${found.length} 个画面分别测量），每个画面的统计查询`,
      value: `最多 ${most} 次，答复用了至多 ${longest} 秒${names.length > 0 ? `（${names.join('、')}）` : ''}；另为每人查会话、计划与范围 ${each.toFixed(1)} 句`,
      bar: '每秒 ≤ 1 次',
      met: worst.length === 0,
    },
    {
      what: '其中没有得到画面的人次',
      value: `${faults.length}${faults[0] ? `（${faults[0]}）` : ''}`,
      bar: '0',
      met: faults.length === 0,
    },
  ]
}

/** Nobody else's answer is of use any more when `work` begins. */
async function askedFor(statements: Statements, work: () => Promise<unknown>): Promise<Counted[]> {
  await sleep(EXPIRED_MS)
  await statements.reset()
  await work()
  return statements.read()
}

const openTogether = (site: Site, view: View, viewers: number, faults: string[]) =>
  Promise.all(
    Array.from({ length: viewers }, async (_, nth) => {
      await sleep((nth * WITHIN_MS) / viewers)
      await open(site, view).catch((error) => faults.push(String(error)))
    }),
  )

/** How many times as often the counters were asked as for one alone, and how many other statements each brought. */
function compared(one: readonly Counted[], many: readonly Counted[], viewers: number) {
  const calls = new Map(many.map(({ text, calls }) => [text, calls]))
  const aggregates = one.filter(isAggregate)
  if (aggregates.length === 0) throw new Error('no counters were read')
  const questions = Math.max(...aggregates.map(({ text, calls: once }) => (calls.get(text) ?? 0) / once))
  const known = new Set(one.map(({ text }) => text))
  const others = many.filter((counted) => known.has(counted.text) && !isAggregate(counted))
  const each = others.reduce((sum, counted) => sum + counted.calls, 0) / viewers
  return { questions, each }
}
