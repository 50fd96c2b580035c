// One assessment that is over, of the cities by the province, and one under way, of the schools of a district.
import { buffer } from 'node:stream/consumers'
import { leavesOf } from '#contract/assessment/indicators.ts'
import { sampleIndicators } from '#contract/assessment/sample-indicators.ts'
import { ApplicationStatus, AssessObject, AssessPlanStatus } from '#contract/assessment/statuses.ts'
import { DEFAULT_GRADES, gradeOf, placesOf } from '#contract/assessment/totals.ts'
import { readApplications, reviewedTotal } from '../../assessment/applications/application-values.ts'
import { upsertMeasures } from '../../assessment/measures/measure-queries.ts'
import { measureUnits } from '../../assessment/measures/measures.ts'
import {
  insertAssessPlan,
  type PlanFields,
  selectAssessPlanRow,
} from '../../assessment/plans/plan-queries.ts'
import { selectCandidates } from '../../assessment/plans/unit-queries.ts'
import { saveTotals } from '../../assessment/review/results-queries.ts'
import type { Db, Tx } from '../../core/db/connect.ts'
import { storeFile } from '../../core/files/stored-file.ts'
import type { Secrets } from '../../core/secrets.ts'
import { findSetting } from '../../core/setting-queries.ts'
import { zipStream } from '../../core/sheets/write/write-zip.ts'
import { makeRandom, type Random } from '../demo-random.ts'
import {
  type DemoAnswer,
  type DemoScore,
  endDemoPlan,
  hasAssessments,
  insertDemoAnswers,
  insertDemoAppeal,
  insertDemoApplications,
  insertDemoApprovals,
  insertDemoEvents,
  insertDemoScores,
  publishDemoPlan,
  selectDay,
  selectOwner,
} from './demo-assessment-queries.ts'

const { city, school } = AssessObject.code
const { draft, submitted, returned, passed } = ApplicationStatus.code

/** After the screenings, whose figures they read; once. */
export async function loadDemoAssessments(db: Db, secrets: Secrets): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    if (await hasAssessments(tx)) return false
    const state = (await findSetting(tx, 'demoScreening')) as { planIds: number[] } | undefined
    const [underWay = null, , ended = null] = state?.planIds ?? []
    if (underWay === null || ended === null) return false
    const random = makeRandom('assessments')
    await addEnded(tx, secrets, ended, random)
    await addUnderWay(tx, secrets, underWay, random)
    return true
  })
}

type Made = Pick<PlanFields, 'name' | 'year' | 'object' | 'startsOn' | 'endsOn' | 'screeningPlanId'>

/** With the units that its body can assess. */
async function addPlan(tx: Tx, account: string, made: Made) {
  const { userId, orgId, property, provinceId, cityId, regionId } = await selectOwner(tx, account)
  const units = await selectCandidates(tx, made.object, { orgId, property, provinceId, cityId, regionId })
  const { id } = await insertAssessPlan(tx, {
    ...made,
    appealDays: 7,
    twoReviewers: false,
    rankingForUnits: true,
    bonusLimit: 5,
    lastPlanId: null,
    coOrgId: null,
    indicators: sampleIndicators(made.object),
    grades: DEFAULT_GRADES,
    draftOrgIds: [],
    ...{ ownerOrgId: orgId, provinceId, cityId, regionId, createdBy: userId, clientKey: 'demo-assessment' },
  })
  return { id, units }
}

const tenth = (value: number): number => Math.round(value * 10) / 10
const evidenceOf = (object: typeof city | typeof school) =>
  leavesOf(sampleIndicators(object)).filter(({ computed }) => computed === null)
const answer = (
  applicationId: number,
  { key, points, name }: { key: string; points: number; name: string },
  random: Random,
): DemoAnswer => ({
  applicationId,
  leafKey: key,
  selfScore: tenth(points * (0.85 + 0.15 * random.unit())),
  text: `已按要求落实${name}，过程材料齐全，详见佐证材料。`,
})

async function addEnded(tx: Tx, secrets: Secrets, screeningPlanId: number, random: Random): Promise<void> {
  const year = Number((await selectDay(tx, -60)).slice(0, 4)) - 1
  const { id, units } = await addPlan(tx, 'province01', {
    name: `${year}年度全省儿童青少年近视防控工作评议考核`,
    year,
    object: city,
    startsOn: await selectDay(tx, -60),
    endsOn: await selectDay(tx, -21),
    screeningPlanId,
  })
  await publishDemoPlan(tx, id, AssessPlanStatus.code.closed)
  const applications = await insertDemoApplications(
    tx,
    units.map(({ orgId }) => ({ planId: id, orgId, status: passed, returnReason: null })),
  )
  const ids = [...applications.values()]
  const answers = ids.flatMap((applicationId) =>
    evidenceOf(city).map((leaf) => answer(applicationId, leaf, random)),
  )
  await insertDemoAnswers(tx, answers)
  await addEvidence(tx, secrets, city, answers)
  await insertDemoScores(
    tx,
    'province01',
    answers.map(({ applicationId, leafKey, selfScore }): DemoScore => {
      const agrees = random.unit() < 0.6
      const score = agrees ? selfScore : tenth(selfScore * (0.8 + 0.15 * random.unit()))
      return {
        applicationId,
        leafKey,
        score,
        reason: score === selfScore ? null : '佐证材料不够具体，酌情扣分',
      }
    }),
  )
  await insertDemoApprovals(tx, id, 'province01')
  await readMeasures(tx, id)
  await endDemoPlan(tx, id)
  await rankUnits(tx, id, ids)
  const last = ids.at(-1)
  if (last !== undefined)
    await insertDemoAppeal(tx, last, {
      text: '健康教育与家校协同一项，我市已补充家长培训记录，申请重新核定。',
      answer: '补充材料为考核年度之后形成，不能计入本年度，维持原评分。',
    })
  await insertDemoEvents(tx, id, 'province01')
}

async function readMeasures(tx: Tx, planId: number): Promise<void> {
  const plan = await selectAssessPlanRow(tx, planId)
  if (!plan) return
  const measured = await measureUnits(tx, plan, { whole: true })
  const rows = [...measured].flatMap(([applicationId, leaves]) =>
    leaves.map(({ leafKey, measured: value, score }) => ({
      ...{ applicationId, leafKey, score },
      measured: JSON.stringify(value),
    })),
  )
  await upsertMeasures(tx, planId, rows)
}

async function rankUnits(tx: Tx, planId: number, ids: readonly number[]): Promise<void> {
  const plan = await selectAssessPlanRow(tx, planId)
  const values = await readApplications(tx, ids)
  const found = ids.flatMap((applicationId) => {
    const total = plan && reviewedTotal(plan, values.get(applicationId) ?? new Map())
    return total ? [{ applicationId, total: total.total, bonus: total.bonus }] : []
  })
  const places = placesOf(found.map(({ total }) => total))
  await saveTotals(
    tx,
    planId,
    found.map((row, at) => ({ ...row, place: places[at] ?? 0, grade: gradeOf(row.total, DEFAULT_GRADES) })),
  )
}

/** The first school is at it, others have handed in, one has it back, most have not begun. */
async function addUnderWay(tx: Tx, secrets: Secrets, screeningPlanId: number, random: Random): Promise<void> {
  const year = Number((await selectDay(tx, 0)).slice(0, 4))
  const { id, units } = await addPlan(tx, 'region01', {
    name: `${year}年度学校近视防控工作考核`,
    year,
    object: school,
    startsOn: await selectDay(tx, -8),
    endsOn: await selectDay(tx, 20),
    screeningPlanId,
  })
  await publishDemoPlan(tx, id, AssessPlanStatus.code.published)
  const own = await selectOwner(tx, 'school01')
  const others = units.filter(({ orgId }) => orgId !== own.orgId)
  const stateOf = (orgId: number) => {
    const at = others.findIndex((unit) => unit.orgId === orgId)
    if (at === 0 || at === 1) return submitted
    return at === 2 ? returned : draft
  }
  const applications = await insertDemoApplications(
    tx,
    units.map(({ orgId }) => ({
      ...{ planId: id, orgId, status: stateOf(orgId) },
      returnReason: stateOf(orgId) === returned ? '教室照明检测报告缺检测单位盖章，请补充' : null,
    })),
  )
  const leaves = evidenceOf(school)
  const answers = [...applications].flatMap(([orgId, applicationId]) => {
    if (orgId === own.orgId) return leaves.slice(0, 4).map((leaf) => answer(applicationId, leaf, random))
    return stateOf(orgId) === draft ? [] : leaves.map((leaf) => answer(applicationId, leaf, random))
  })
  await insertDemoAnswers(tx, answers)
  await addEvidence(tx, secrets, school, answers)
  await insertDemoApprovals(tx, id, 'region01')
  await insertDemoEvents(tx, id, 'region01')
}

const STORED_HOURS = 10 * 365 * 24

/** Where a file is asked for, a page of minutes. */
async function addEvidence(
  tx: Tx,
  secrets: Secrets,
  object: typeof city | typeof school,
  answers: readonly DemoAnswer[],
): Promise<void> {
  const needed = new Map(evidenceOf(object).map((leaf) => [leaf.key, leaf]))
  for (const { applicationId, leafKey } of answers) {
    const leaf = needed.get(leafKey)
    if (!leaf?.filesRequired) continue
    const name = `${leaf.name}.docx`
    const content = await pageOf(`${leaf.name}工作记录`)
    const { fileId, bytes } = await storeFile(tx, secrets, { name, content, expiresInHours: STORED_HOURS })
    await tx
      .insertInto('assessFile')
      .values({
        ...{ fileId, applicationId, leafKey, name, bytes },
        type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
        uploadedBy: 0,
        uploadedByName: '管理员',
      })
      .execute()
  }
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
/** The smallest document of Word with one line. */
function pageOf(line: string): Promise<Buffer> {
  const parts = {
    '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${WORD}"/></Types>`,
    '_rels/.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `${HEAD}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${line}</w:t></w:r></w:p></w:body></w:document>`,
  }
  const files = Object.entries(parts).map(([path, text]) => ({
    path,
    level: 6,
    content: () => [Buffer.from(text)],
  }))
  return buffer(zipStream(files))
}
