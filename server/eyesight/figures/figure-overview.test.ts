// A plan in one page: by stage, by who carries it out, by day.
import { beforeAll, describe, expect, test } from 'vitest'
import { permissionId } from '#contract/core/permissions.ts'
import { figureEndpoints } from '#contract/eyesight/figures/figure-endpoints.ts'
import type { Counts } from '#contract/eyesight/figures/figure-schemas.ts'
import { makeRandom } from '../../seed/demo-random.ts'
import { useApp } from '../../testing/app.ts'
import { randomResult, updateResults } from '../../testing/figure-results.ts'
import { type FigureWorld, makeFigureWorld } from '../../testing/figure-world.ts'
import { type By, demoUsers, must, permit } from '../../testing/people.ts'
import { expectFiguresRight, recountRecords } from '../../testing/recount.ts'
import { rowsOf } from '../../testing/rows.ts'

const node = useApp()
const { breakdown, planOverview } = figureEndpoints
const TEACHERS = ['teacher01', 'grade01']
const CALLERS = [
  'province01',
  'city01',
  'region01',
  'school01',
  'sscreen01',
  'hospital01',
  'social01',
  'oscreen01',
]
const as = demoUsers(node)

let world: FigureWorld
beforeAll(async () => {
  world = await makeFigureWorld(node.current, makeRandom('overview'))
  for (const teacher of TEACHERS) await permit(node.current, teacher, [permissionId('planDetailTakingPart')])
})
const count = (wanted?: Parameters<typeof recountRecords>[2]) =>
  recountRecords(node.current, world.planId, wanted)

describe('the plan in one page', () => {
  const overview = (account: string) => must(as(account).call(planOverview, { planId: world.planId }))
  const added = (parts: { counts: Counts }[], name: keyof Counts) =>
    parts.reduce((sum, { counts }) => sum + (counts[name] ?? 0), 0)

  test.each([...CALLERS, ...TEACHERS])(
    '%s: by stage, by executor and by day add up to the same',
    async (account) => {
      const answer = await overview(account)
      const { total } = await must(as(account).call(breakdown, { planId: world.planId }))
      expect(answer.total).toEqual(total)
      for (const name of Object.keys(answer.total) as (keyof Counts)[]) {
        expect(added(answer.byStage, name)).toBe(answer.total[name])
        expect(added(answer.byExecutor, name)).toBe(answer.total[name])
      }
      const days = answer.byDay.map(({ day }) => day)
      expect(days).toEqual([...days].sort())
      expect(answer.byDay.reduce((sum, { screened }) => sum + screened, 0)).toBe(answer.total.screened)
      expect(answer.byDay.reduce((sum, { valid }) => sum + valid, 0)).toBe(answer.total.valid)
    },
  )

  test('by stage and by executor are what the records say', async () => {
    const answer = await overview('region01')
    for (const { stage, counts } of answer.byStage)
      expect(counts).toEqual(await count((r) => r.region_id === '330106' && r.stage === stage))
    const hospital = answer.byExecutor.find(({ orgName }) => orgName === '西湖人民医院')
    expect(hospital).toMatchObject({ tasks: 2, completed: 0 })
    const own = [world.tasks.kindergarten, world.tasks.sharedHospital]
    expect(hospital?.counts).toEqual(await count((r) => own.includes(r.task_id)))
  })

  test('a completed task is counted as such', async () => {
    await node.current.sql(`update task set status = 2 where id = ${world.tasks.kindergarten}`)
    expect((await overview('hospital01')).byExecutor).toMatchObject([{ tasks: 2, completed: 1 }])
  })

  test('nobody gets a plan that is none of theirs', async () => {
    expect((await as('hospital01').call(planOverview, { planId: world.lastPlanId })).code).toBe(650)
  })
})

describe('while results come in', () => {
  const added = (parts: { counts: Counts }[], name: keyof Counts) =>
    parts.reduce((sum, { counts }) => sum + (counts[name] ?? 0), 0)

  test('every answer is of one moment, on any node, and the last one is complete', async () => {
    const other = await node.current.otherNode()
    const token = await node.current.login('province01')
    const readers = [node.current.as(token), other.as(token)]
    const rows = await rowsOf<{ id: number }>(
      node.current,
      'select id from screening_record where plan_id = $1 order by id',
      [world.planId],
    )
    const random = makeRandom('live')
    let writing = true
    const write = async () => {
      for (let turn = 0; turn < 40; turn++) {
        const some = rows.filter(() => random.chance(0.1))
        await updateResults(
          node.current,
          some.map(({ id }) => ({ id, ...randomResult(random) })),
        )
      }
      writing = false
    }
    const read = async (by: By) => {
      let answers = 0
      for (; writing || answers === 0; answers++) {
        const { total, byStage, byExecutor, byDay } = await must(
          by.call(planOverview, { planId: world.planId }),
        )
        for (const name of ['screened', 'valid', 'poor'] as const) {
          expect([added(byStage, name), added(byExecutor, name)]).toEqual([total[name], total[name]])
        }
        expect(byDay.reduce((sum, { valid }) => sum + valid, 0)).toBe(total.valid)
        const whole = await must(by.call(breakdown, { planId: world.planId }))
        expect(added(whole.rows, 'valid')).toBe(whole.total.valid)
      }
    }
    await Promise.all([write(), ...readers.map(read)])
    await expectFiguresRight(node.current, world.planId)
    const counts = await count()
    for (const by of readers)
      expect((await must(by.call(breakdown, { planId: world.planId }))).total).toEqual(counts)
  })
})
