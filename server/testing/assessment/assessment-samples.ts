import { DEFAULT_GRADES } from '#contract/assessment/totals.ts'
import type { TestApp } from '../app.ts'
import { dayFromNow } from '../days.ts'
import type { By } from '../people.ts'
import type { World } from '../range/world.ts'
import { evidenceLeaf, headOf, publishedPlan } from './assessment-plans.ts'

const INDICATORS = [headOf('a', [evidenceLeaf('a1', 100)])]

/** Plans of a body with one school and a file of it, which was handed in once. */
export async function makeAssessment(
  app: TestApp,
  by: By,
  { orgId, marker }: Pick<World, 'orgId' | 'marker'>,
) {
  const content = { orgIds: [orgId], indicators: INDICATORS }
  const last = await publishedPlan(by, { ...content, name: `${marker}上年考核`, year: 2024 })
  const { planId, applicationOf } = await publishedPlan(by, { ...content, name: `${marker}考核` })
  const applicationId = applicationOf.get(orgId) ?? 0
  await app.sql(`update assess_application set submissions = 1 where id = ${applicationId}`)
  const { rows } = await app.data.requests.pool.query(
    `with kept as (insert into stored_file (name, complete, expires_at)
       values ('${marker}纪要.pdf', true, now() + interval '1 day') returning id)
     insert into assess_file (file_id, application_id, leaf_key, name, type, bytes, uploaded_by, uploaded_by_name)
     select id, ${applicationId}, 'a1', '${marker}纪要.pdf', 'application/pdf', 0, 0, '' from kept returning file_id`,
  )
  return {
    assessPlanId: planId,
    assessLastId: last.planId,
    applicationId,
    evidenceId: String(rows[0].file_id),
  }
}

const plan = (w: World) => ({ planId: w.assessPlanId })
const version = (w: World) => ({ ...plan(w), version: 2 })
const application = (w: World) => ({ applicationId: w.applicationId })
const file = (w: World) => ({ ...application(w), fileId: w.evidenceId })

export const ASSESSMENT_SAMPLES: Record<string, (w: World) => Record<string, unknown>> = {
  'assessment.assessPlan': plan,
  'assessment.saveAssessPlan': (w) => ({
    ...version(w),
    clientKey: `range-assess-${w.area.regionId}`,
    name: `${w.marker}考核`,
    year: 2025,
    object: 3,
    startsOn: dayFromNow(-1),
    endsOn: dayFromNow(20),
    appealDays: 5,
    twoReviewers: false,
    rankingForUnits: true,
    bonusLimit: 5,
    screeningPlanId: w.planId,
    lastPlanId: w.assessLastId,
    coOrgId: w.govId,
    indicators: INDICATORS,
    grades: DEFAULT_GRADES,
    orgIds: [w.orgId],
    reason: '延长申报时间',
  }),
  'assessment.publishAssessPlan': version,
  'assessment.closeAssessPlan': (w) => ({ ...version(w), reason: '提前完成申报' }),
  'assessment.deleteAssessPlan': version,
  'assessment.publishAssessResults': version,
  'assessment.assessUnits': plan,
  'assessment.assessRanking': plan,
  'assessment.exportAssessRanking': (w) => ({ ...plan(w), format: 'xlsx' }),
  'assessment.assessLeafBoard': (w) => ({ ...plan(w), leafKey: 'a1' }),
  'assessment.saveAssessScores': (w) => ({
    items: [{ applicationId: w.applicationId, leafKey: 'a1', version: 0, score: 90, reason: '核定' }],
  }),
  'assessment.grantLateApplication': (w) => ({ ...application(w), days: 3 }),
  'assessment.answerAssessAppeal': (w) => ({
    ...application(w),
    accepted: false,
    answer: '维持原分',
    scores: [],
  }),
  'assessment.assessApplication': application,
  'assessment.saveAssessAnswer': (w) => ({
    ...application(w),
    leafKey: 'a1',
    version: 0,
    selfScore: 90,
    text: '',
  }),
  'assessment.removeAssessEvidence': file,
  'assessment.assessEvidence': file,
  'assessment.submitAssessApplication': (w) => ({ ...application(w), versions: {} }),
  'assessment.appealAssessResult': (w) => ({ ...application(w), text: '对得分有异议，请重新核定' }),
}
