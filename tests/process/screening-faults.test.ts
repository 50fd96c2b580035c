// Screening on two nodes with everything that comes in between: answers that are lost, lists that change, the end, and
// nodes that are killed. Whatever was acknowledged is there, once; whatever was refused is not.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { deviceEndpoints } from '#contract/device/endpoints.ts'
import { planEndpoints } from '#contract/eyesight/plan-endpoints.ts'
import { taskEndpoints } from '#contract/eyesight/task-endpoints.ts'
import { newDevice, signedMessage } from '#server/testing/devices.ts'
import { leave } from '#server/testing/life-cycle.ts'
import { must, schoolAdmin } from '../../server/testing/people.ts'
import { newStudent } from '../../server/testing/roster.ts'
import { recordsOf } from '../../server/testing/screening.ts'
import { cleanUp, comesTrue } from './product.ts'
import { makeMeter, makeScreener, SHARED, type Stream } from './screener.ts'
import {
  type ClassAtWork,
  type End,
  endOf,
  expectNothingLost,
  insist,
  type ScreeningSite,
  screeningSite,
  type Which,
  type Word,
} from './screening-site.ts'

const KILLS = 3
const ENDED = '任务已完成，修改检查结果请申请更正'

let site: ScreeningSite
beforeAll(async () => {
  site = await screeningSite()
})
afterAll(async () => {
  await site?.close()
  await cleanUp()
})

const wordsOf = (streams: readonly Stream[]): Word[] => streams.flatMap(({ words }) => words)
const savedBy = (streams: readonly Stream[]) => streams.reduce((sum, stream) => sum + stream.saved(), 0)
/** So many more were acknowledged. */
async function expectMore(streams: readonly Stream[], count: number) {
  const wanted = savedBy(streams) + count
  expect(await comesTrue(() => savedBy(streams) >= wanted), 'nothing is saved').toBe(true)
}
/** Nobody is refused for another reason, and nobody gets in the way of himself. */
function expectOnly(words: readonly Word[], reasons: readonly string[]) {
  const messagesOf = (outcome: Word['outcome']) =>
    new Set(words.filter((word) => word.outcome === outcome).map(({ message }) => message))
  expect([...messagesOf('refused')].filter((message) => !reasons.includes(message))).toEqual([])
  expect([...messagesOf('clash')].filter((field) => field !== SHARED)).toEqual([])
}

/** The streams go on while something happens, and until afterwards they are `over`. */
async function during(
  streams: readonly Stream[],
  happens: () => Promise<void>,
  over: () => boolean = () => true,
) {
  let happened = false
  let failed = false
  const isOver = () => failed || (happened && over())
  const going = Promise.all(streams.map((stream) => stream.until(isOver)))
  try {
    await Promise.race([happens(), going])
    happened = true
    await going
  } catch (error) {
    failed = true
    throw error
  }
}

/** Everybody went on for a while after the end. */
const isReported = (streams: readonly Stream[], end: End | undefined): boolean =>
  end !== undefined && streams.every(({ words }) => words.filter(({ at }) => at > end.at).length >= 5)

async function deviceAt({ schoolOrgId }: ClassAtWork) {
  return newDevice(await schoolAdmin(site.app, schoolOrgId))
}

test('two at one class, each at a node of their own, with answers lost', async () => {
  const work = await site.classAtWork(10)
  const streams = [makeScreener(site, work, 0), makeScreener(site, work, 1)]
  await during(streams, () => expectMore(streams, 100))
  const words = wordsOf(streams)
  expectOnly(words, [])
  expect(new Set(words.map(({ outcome }) => outcome))).toEqual(new Set(['saved', 'clash']))
  expect(words.some(({ unanswered }) => unanswered > 0)).toBe(true)
  await expectNothingLost(site, work, words)
})

test('a list that is synced in the middle: who was examined stays on it, who came is on it once', async () => {
  const rounds = 4
  const work = await site.classAtWork(8 + rounds)
  const leaving = work.records.slice(0, rounds)
  const avoid = new Set(leaving.map(({ recordId }) => recordId))
  const [here, there] = [makeScreener(site, work, 0, avoid), makeScreener(site, work, 1, avoid)]
  const last = makeScreener(site, work, 0)
  await last.look()
  const came: number[] = []
  await during([here, there], async () => {
    for (const { recordId, studentId } of leaving) {
      await expectMore([here, there], 5)
      came.push((await newStudent(work.by, work.classId)).studentId)
      await leave(work.by, [studentId])
      const [synced, [word]] = await Promise.all([
        must(work.by.call(taskEndpoints.syncTasks, { taskIds: [work.taskId] })),
        sleep(Math.random() * 30).then(() => last.save([recordId])),
      ])
      expect(synced.added).toBe(1)
      // Either it came first and keeps the student on the list, or there is nobody to enter it for.
      if (synced.removed === 1) expect([word?.outcome, word?.message]).toEqual(['refused', '数据不存在'])
    }
  })
  const listed = await recordsOf(site.app, work.taskId)
  const arrived = listed.filter(({ studentId }) => came.includes(studentId))
  expect(arrived).toHaveLength(rounds)
  await there.look()
  const words = await there.save(arrived.map(({ recordId }) => recordId))
  expect(words.map(({ outcome }) => outcome)).toEqual(arrived.map(() => 'saved'))
  expectOnly(wordsOf([here, there]), [])
  await expectNothingLost(site, work, wordsOf([here, there, last]))
})

describe('the end comes in the middle: each came before it and is stored, or is refused', () => {
  type Ending = (work: ClassAtWork) => Promise<unknown>
  const endPlan: Ending = async ({ by, planId }) => {
    const { version } = await must(by.call(planEndpoints.planDetail, { planId }))
    return must(by.call(planEndpoints.endPlan, { planId, version }))
  }
  const completeTask: Ending = async ({ by, taskId }) => {
    const { version } = await must(by.call(taskEndpoints.taskDetail, { taskId }))
    return must(by.call(taskEndpoints.completeTask, { taskId, version }))
  }
  test.each([
    ['the plan is ended', endPlan],
    ['the task is completed', completeTask],
  ] as const)('%s', async (_, ending) => {
    const work = await site.classAtWork(8)
    const streams = [
      makeScreener(site, work, 0),
      makeScreener(site, work, 1),
      makeMeter(site, work, await deviceAt(work)),
    ]
    let end: End | undefined
    await during(
      streams,
      async () => {
        await expectMore(streams, 60)
        await ending(work)
        end = await endOf(site, work)
      },
      () => isReported(streams, end),
    )
    const words = wordsOf(streams)
    expectOnly(words, [ENDED, '未找到学生'])
    await expectNothingLost(site, work, words, end)
  })
})

test('the same signed message to both nodes at once counts once', async () => {
  const work = await site.classAtWork(10)
  const key = await deviceAt(work)
  const words: Word[] = []
  for (const { recordId } of work.records) {
    const values = { axisRight: 90, cylinderRight: -0.5 }
    const readings = [{ readingNo: `S${recordId}`, recordId, reading: values }]
    const message = signedMessage(key, { readings })
    const at = performance.now()
    const answers = await Promise.all(
      ([0, 1, 0, 1] as const).map((which) => site.ask(which, deviceEndpoints.postReadings, message)),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 401, 401, 401])
    const marker = { field: 'axisRight', value: 90 }
    words.push({ recordId, marker, values, at, unanswered: 0, outcome: 'saved', message: '' })
  }
  await expectNothingLost(site, work, words)
  const [device] = await site.query('select reading_count from device where id = $1', [key.deviceId])
  expect(device).toEqual({ reading_count: work.records.length })
})

test(`${KILLS} kills of a node at any moment, the last while it ends the plan`, async () => {
  const work = await site.classAtWork(12)
  const key = await deviceAt(work)
  const { version } = await must(work.by.call(planEndpoints.planDetail, { planId: work.planId }))
  const region = await site.app.login('region01')
  const streams = [makeScreener(site, work, 0), makeScreener(site, work, 1), makeMeter(site, work, key)]
  let end: End | undefined

  async function killOne(which: Which) {
    await expectMore(streams, 15)
    await sleep(Math.random() * 80)
    await site.kill(which)
    await expectMore(streams, 15)
    await site.startAgain(which)
  }
  /** The process that died may have ended it: then asking again is refused as ended. */
  async function endKilled(which: Which) {
    const input = { planId: work.planId, version }
    const ended = insist((node) => site.ask(node, planEndpoints.endPlan, input, region), {
      first: which,
      losing: Number.POSITIVE_INFINITY,
    })
    await sleep(Math.random() * 30)
    await site.kill(which)
    const { answer, unanswered } = await ended
    expect([200, unanswered > 0 ? REFUSALS.notInThisState : 200], answer.message).toContain(answer.code)
    end = await endOf(site, work)
    await site.startAgain(which)
  }
  await during(
    streams,
    async () => {
      for (let kill = 1; kill < KILLS; kill++) await killOne((kill % 2) as Which)
      await endKilled(0)
    },
    () => isReported(streams, end),
  )
  const words = wordsOf(streams)
  expectOnly(words, [ENDED, '未找到学生'])
  await expectNothingLost(site, work, words, end)
  const [device] = await site.query<{ readings: number }>(
    `select reading_count = (select count(*) from device_reading where device_id = $1) as counted
     from device where id = $1`,
    [key.deviceId],
  )
  expect(device).toEqual({ counted: true })
  const unanswered = words.filter((word) => word.unanswered > 0).length
  process.stdout.write(`${savedBy(streams)} of ${words.length} saved, ${unanswered} sent more than once\n`)
})
