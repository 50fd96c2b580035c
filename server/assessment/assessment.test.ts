// A year of assessment through the public door: a district and two of its schools.
import { beforeAll, describe, expect, test } from 'vitest'
import { approvalEndpoints } from '#contract/approvals/endpoints.ts'
import { assessmentEndpoints } from '#contract/assessment/endpoints.ts'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { homeEndpoints } from '#contract/home/endpoints.ts'
import { messageEndpoints } from '#contract/messages/endpoints.ts'
import { makeRandom } from '../seed/demo-random.ts'
import { useApp } from '../testing/app.ts'
import {
  applicationOf,
  decide,
  handIn,
  planContent,
  planOf,
  publishedPlan,
  score,
} from '../testing/assessment/assessment-plans.ts'
import { dayFromNow } from '../testing/days.ts'
import { makeFigureWorld } from '../testing/figure-world.ts'
import { accountOf, type By, must, newUser, signedIn } from '../testing/people.ts'

const node = useApp()
const {
  assessCandidates,
  assessRanking,
  saveAssessPlan,
  publishAssessPlan,
  closeAssessPlan,
  deleteAssessPlan,
  publishAssessResults,
  saveAssessAnswer,
  submitAssessApplication,
  saveAssessScores,
  assessLeafBoard,
  appealAssessResult,
  answerAssessAppeal,
  grantLateApplication,
  assessApplicationPage,
  exportAssessRanking,
} = assessmentEndpoints

let region: By
let health: By
let foreign: By
const schools: { orgId: number; by: By; other: By }[] = []
let screeningPlanId = 0
beforeAll(async () => {
  ;({ planId: screeningPlanId } = await makeFigureWorld(node.current, makeRandom('assessment')))
  region = await signedIn(node.current, 'region01')
  health = await signedIn(node.current, accountOf('330106-卫健'))
  foreign = await signedIn(node.current, accountOf('330205-教育'))
  const candidates = await must(region.call(assessCandidates, { object: 3 }))
  for (const { orgId } of candidates.slice(0, 3)) {
    const [by, other] = [await newUser(node.current, orgId, 20), await newUser(node.current, orgId, 20)]
    schools.push({
      orgId,
      by: await signedIn(node.current, by.account),
      other: await signedIn(node.current, other.account),
    })
  }
})

const [A, B, C] = [0, 1, 2]
const school = (at: number) => {
  const found = schools[at]
  if (!found) throw new Error('no such school')
  return found
}
const orgIds = () => schools.map(({ orgId }) => orgId)
const startPlan = (change: object = {}) =>
  publishedPlan(region, { orgIds: orgIds(), screeningPlanId, coOrgId: null, ...change })
const close = async (planId: number) => {
  const { version } = await planOf(region, planId)
  await must(region.call(closeAssessPlan, { planId, version, reason: '各单位均已提交' }))
  await node.current.runJobs()
}
const FULL = { a2: 30, b2: 20, z1: 5 }

describe('a plan', () => {
  test('is a draft with faults until they are mended, and then no draft any more', async () => {
    const content = planContent({ indicators: [], orgIds: [] })
    const made = await must(region.call(saveAssessPlan, content))
    expect(await must(region.call(saveAssessPlan, content))).toEqual(made)
    const { planId, version } = made
    const { faults } = await planOf(region, planId)
    expect(faults.map(({ message }) => message)).toEqual(['请添加指标', '请选择考核对象'])
    expect((await region.call(publishAssessPlan, { planId, version })).message).toBe('请添加指标')
    expect((await health.call(assessmentEndpoints.assessPlan, { planId })).code).toBe(650)
    const better = { ...planContent({ orgIds: orgIds(), screeningPlanId }), planId }
    const saved = await must(region.call(saveAssessPlan, { ...better, version }))
    expect((await region.call(saveAssessPlan, { ...better, version })).code).toBe(REFUSALS.changedMeanwhile)
    await must(region.call(publishAssessPlan, { planId, version: saved.version }))
    expect(await planOf(region, planId)).toMatchObject({ status: 1, progress: { units: 3, untouched: 3 } })
    const { version: last } = await planOf(region, planId)
    expect((await region.call(deleteAssessPlan, { planId, version: last })).code).toBe(
      REFUSALS.notInThisState,
    )
  })

  test('assesses only whom the body can assess, from figures it may see', async () => {
    const wrong = (change: object) => region.call(saveAssessPlan, planContent(change))
    const [stranger] = await must(foreign.call(assessCandidates, { object: 3 }))
    expect((await wrong({ orgIds: [stranger?.orgId ?? 0] })).code).toBe(616)
    expect((await wrong({ object: 1 })).message).toBe('本机构不能考核这类单位')
    expect((await wrong({ screeningPlanId: 999_999 })).code).not.toBe(200)
    expect((await wrong({ endsOn: dayFromNow(-5) })).message).toBe('结束日期不能早于开始日期')
    expect((await school(A).by.call(saveAssessPlan, planContent({}))).code).toBe(602)
  })

  test('changes after its publication only where that hurts nobody, on record', async () => {
    const { planId, applicationOf: of } = await startPlan()
    await must(
      school(A).by.call(saveAssessAnswer, {
        applicationId: of.get(school(A).orgId) ?? 0,
        leafKey: 'a2',
        version: 0,
        selfScore: 20,
        text: '',
      }),
    )
    const stored = await planOf(region, planId)
    const change = async (changed: object) => {
      const { version } = await planOf(region, planId)
      const { units, events, progress, faults, ...content } = stored
      const sent = {
        ...planContent({}),
        ...content,
        orgIds: orgIds(),
        version,
        reason: '根据来信调整',
        ...changed,
      }
      return region.call(saveAssessPlan, sent as never)
    }
    expect((await change({ endsOn: dayFromNow(5) })).message).toContain('只能延后')
    expect((await change({ appealDays: 1 })).message).toContain('只能延长')
    const [head] = stored.indicators
    const worth = stored.indicators.map((own) => (own === head ? { ...own, name: '改名' } : own))
    expect((await change({ indicators: worth })).message).toContain('只能修改评分细则')
    expect((await change({ twoReviewers: true })).message).toBe('计划已发布，不能修改复评')
    expect((await change({ orgIds: orgIds().slice(1) })).message).toContain('已开始填报')
    expect((await change({ endsOn: dayFromNow(20), reason: undefined })).message).toContain('原因')
    await node.current.sql(`update org set enabled = false where id = ${school(B).orgId}`)
    expect((await change({ endsOn: dayFromNow(20), orgIds: orgIds().slice(0, 2) })).code).toBe(200)
    await node.current.sql(`update org set enabled = true where id = ${school(B).orgId}`)
    const after = await planOf(region, planId)
    expect(after.units).toHaveLength(2)
    expect(after.events[0]?.text).toContain('截止日期由')
    const inbox = await must(school(A).by.call(messageEndpoints.inbox, {}))
    expect(inbox.list.map(({ title }) => title)).toContain('考核计划有修改')
  })
})

describe('an application', () => {
  test('is written by two people of a unit without overwriting each other', async () => {
    const { applicationOf: of } = await startPlan()
    const { by, other, orgId } = school(A)
    const applicationId = of.get(orgId) ?? 0
    const save = (who: By, change: object) =>
      who.call(saveAssessAnswer, {
        applicationId,
        leafKey: 'a2',
        version: 0,
        selfScore: 25,
        text: '甲写的',
        ...change,
      })
    const both = await Promise.all([save(by, {}), save(other, { text: '乙写的' })])
    expect(both.map(({ code }) => code).sort()).toEqual([200, REFUSALS.changedMeanwhile])
    expect((await save(other, { leafKey: 'b2', selfScore: 10 })).code).toBe(200)
    expect((await save(other, { leafKey: 'b2', version: 1, selfScore: 20.1 })).message).toContain('最多20分')
    expect((await save(other, { leafKey: 'a1' })).code).toBe(650)
    expect((await save(school(B).by, {})).code).toBe(650)
    expect((await save(region, {})).code).toBe(650)
    const versions = { a2: 1, b2: 0 }
    const handed = await by.call(submitAssessApplication, { applicationId, versions })
    expect(handed.message).toContain('还没有自评分')
    await must(save(by, { leafKey: 'z1', selfScore: 0 }))
    const stale = await by.call(submitAssessApplication, { applicationId, versions: { ...versions, z1: 1 } })
    expect(stale.code).toBe(REFUSALS.changedMeanwhile)
  })

  test('shows what was computed as it is now, and after the closing as it was then', async () => {
    const { planId, applicationOf: of } = await startPlan()
    const { by, orgId } = school(A)
    const applicationId = of.get(orgId) ?? 0
    const measured = async () => {
      const found = await applicationOf(by, applicationId)
      return { row: found.leaves.find(({ leafKey }) => leafKey === 'a1'), final: found.measuredFinal }
    }
    const before = await measured()
    expect(before).toMatchObject({ final: false, row: { measured: { metric: 'completion', leftOut: null } } })
    await close(planId)
    const closed = await measured()
    expect(closed.final).toBe(true)
    expect(closed.row?.measured).toEqual(before.row?.measured)
    await node.current.sql(`update figure set screened = 0 where plan_id = ${screeningPlanId}`)
    expect(await measured()).toEqual(closed)
    await node.current.runJobs()
    expect(await measured()).toEqual(closed)
    const late = await handIn(by, applicationId, FULL)
    expect(late.code).toBe(REFUSALS.notInThisState)
    expect(late.message).toContain('已截止')
    // What was typed after the last day is stored all the same.
    const { leaves } = await applicationOf(by, applicationId)
    expect(leaves.find(({ leafKey }) => leafKey === 'a2')).toMatchObject({ selfScore: 30, text: '已完成' })
  })
})

test('a year: handed in, returned, judged by two bodies, published, objected to, answered', async () => {
  const coOrgId = (await must(region.call(assessmentEndpoints.assessProposal, {}))).coOrgs[0]?.id ?? 0
  const { planId, applicationOf: of } = await startPlan({ coOrgId, twoReviewers: true })
  const idOf = (at: number) => of.get(school(at).orgId) ?? 0
  expect((await must(school(A).by.call(homeEndpoints.homeSummary, {}))).assessments).toMatchObject({
    toReview: null,
    submitUntil: dayFromNow(10),
  })
  await must(handIn(school(A).by, idOf(A), FULL))
  await must(handIn(school(B).by, idOf(B), { a2: 30, b2: 20, z1: 5 }))
  const again = await handIn(school(A).by, idOf(A), FULL).catch((error: Error) => ({
    message: error.message,
  }))
  expect(again.message).toContain('申报已提交')

  // Returned with a reason, handed in again.
  expect((await decide(region, idOf(A), false)).message).toContain('请填写原因')
  await must(decide(region, idOf(A), false, '缺少会议纪要'))
  expect(await applicationOf(school(A).by, idOf(A))).toMatchObject({
    status: 2,
    returnReason: '缺少会议纪要',
    may: { edit: true, submit: true },
  })
  await must(handIn(school(A).by, idOf(A), FULL))

  // Scored; a reason where it differs from the unit's own.
  const item = { applicationId: idOf(A), leafKey: 'a2', version: 0, score: 28, reason: '' }
  expect((await region.call(saveAssessScores, { items: [item] })).message).toContain('请填写理由')
  expect((await school(A).by.call(saveAssessScores, { items: [item] })).code).toBe(602)
  expect((await foreign.call(saveAssessScores, { items: [{ ...item, reason: '越权' }] })).code).toBe(650)
  await must(score(region, idOf(A), { a2: 28, b2: 20 }))
  const both = await Promise.all([score(region, idOf(A), { z1: 5 }), score(health, idOf(A), { z1: 4 })])
  expect(both.map(({ code }) => code).sort()).toEqual([200, REFUSALS.changedMeanwhile])
  expect((await decide(region, idOf(A), true)).message).toContain('计划截止')
  await close(planId)
  await must(decide(region, idOf(A), true))

  // The second reviewer is somebody else, and may judge otherwise.
  expect((await applicationOf(region, idOf(A))).may.review).toBeNull()
  expect((await applicationOf(health, idOf(A))).may.review).toBe(2)
  await must(score(health, idOf(A), { a2: 27 }))
  await must(decide(health, idOf(A), true))
  await must(score(region, idOf(B), { a2: 27, b2: 20, z1: 5 }))
  const board = await must(region.call(assessLeafBoard, { planId, leafKey: 'a2' }))
  expect(board.rows.map((row) => row.reviews.map((own) => own.score))).toEqual([[28, 27], [27]])
  expect(board.spread).toMatchObject({ mean: 27, count: 2 })
  const early = await planOf(region, planId)
  const waiting = await region.call(publishAssessResults, { planId, version: early.version })
  expect(waiting.message).toContain('还有1个单位未评审完成')
  await must(decide(region, idOf(B), true))
  await must(decide(health, idOf(B), true))

  // Who missed it may be let in late; nobody knows a score before the publication.
  expect((await applicationOf(school(C).by, idOf(C))).missed).toBe(true)
  await must(region.call(grantLateApplication, { applicationId: idOf(C), days: 3 }))
  expect((await applicationOf(school(C).by, idOf(C))).may.submit).toBe(true)
  expect((await applicationOf(school(A).by, idOf(A))).leaves.every(({ reviews }) => reviews === null)).toBe(
    true,
  )
  expect((await school(A).by.call(assessRanking, { planId })).code).toBe(650)
  await node.current.sql(`update assess_application set late_until = current_date - 1 where id = ${idOf(C)}`)

  const ready = await planOf(region, planId)
  await must(region.call(publishAssessResults, { planId, version: ready.version }))
  const ranking = await must(school(A).by.call(assessRanking, { planId }))
  const [first, , missed] = ranking.rows
  expect(missed).toMatchObject({ orgId: school(C).orgId, place: null, missed: true })
  const own = await applicationOf(school(A).by, idOf(A))
  expect(own).toMatchObject({ placeOf: 2, may: { appeal: true, seeRanking: true } })
  const completion = own.leaves.find(({ leafKey }) => leafKey === 'a1')
  const change = own.leaves.find(({ leafKey }) => leafKey === 'b1')
  const counted = change?.measured?.leftOut ? 90 : 100
  const earned = (completion?.computedScore ?? 0) + 27 + 20 + (change?.computedScore ?? 0)
  expect(own.total).toBeCloseTo((100 * earned) / counted + (both[0].code === 200 ? 5 : 4), 2)
  expect(first?.place).toBe(1)

  const objection = { applicationId: idOf(A), text: '会议纪要已补充上传，请重新核定得分' }
  await must(school(A).by.call(appealAssessResult, objection))
  expect((await school(A).by.call(appealAssessResult, objection)).code).toBe(REFUSALS.changedMeanwhile)
  const answer = {
    applicationId: idOf(A),
    accepted: true,
    answer: '经核实，予以更正',
    scores: [{ leafKey: 'a2', score: 30 }],
  }
  await must(region.call(answerAssessAppeal, answer))
  expect((await applicationOf(school(A).by, idOf(A))).total).toBeCloseTo(
    (own.total ?? 0) + (100 * 3) / counted,
    1,
  )
  expect((await region.call(answerAssessAppeal, answer)).code).toBe(REFUSALS.changedMeanwhile)
  const { list } = await must(school(A).by.call(assessApplicationPage, {}))
  expect(list.find(({ planId: id }) => id === planId)).toMatchObject({ status: 4, grade: expect.any(String) })
  for (const format of ['xlsx', 'docx', 'pdf'] as const) {
    const { content } = await must(region.call(exportAssessRanking, { planId, format }))
    expect(content.length).toBeGreaterThan(3_000)
  }
  const trail = await must(region.call(approvalEndpoints.approvalPageList, { kind: 'assessment' }))
  expect(trail.list.filter(({ title }) => title.includes('年度近视防控考核')).length).toBeGreaterThan(4)
})
