// Suppression in reports for readers without permission to see students: suppressed cells cannot be derived from the rest.
import { beforeAll, describe, expect, test } from 'vitest'
import { COUNTER_NAMES, type CounterName, isFinding, wholeOf } from '#contract/eyesight/figures/counters.ts'
import { recordEndpoints } from '#contract/eyesight/record-endpoints.ts'
import { reportEndpoints } from '#contract/reports/endpoints.ts'
import { HIDDEN_VALUE, type Report, type ReportTable } from '#contract/reports/report/report.ts'
import { makeRandom } from '../seed/demo-random.ts'
import { useApp } from '../testing/app.ts'
import { type FigureWorld, makeFigureWorld } from '../testing/figure-world.ts'
import { type By, demoUser, must, newUser, signedIn } from '../testing/people.ts'
import { cellsOf, tableNamed, tablesOf } from '../testing/reports/report-tables.ts'
import { forbidStudents, measureRefraction } from '../testing/reports/report-world.ts'
import { makeTenStudents } from '../testing/reports/ten-students.ts'
import { orgIdOf, rowsOf } from '../testing/rows.ts'

const node = useApp()
let world: FigureWorld
const seeing = demoUser(node, 'province01')
const blind = demoUser(node, 'city01')
let ids: { school: number; classId: number }
beforeAll(async () => {
  world = await makeFigureWorld(node.current, makeRandom('small cells'))
  await measureRefraction(node.current, 'id % 7 <> 0')
  await forbidStudents(node.current, 'city01')
  const school = await orgIdOf(node.current, '330106-school-1')
  const [row] = await rowsOf<{ class_id: number }>(
    node.current,
    'select class_id from task_class where plan_id = $1 and school_org_id = $2 order by class_id limit 1',
    [world.planId, school],
  )
  ids = { school, classId: row?.class_id ?? 0 }
})

const { cityReport, regionReport, schoolReport, gradeReport, classReport } = reportEndpoints
const CASES: [string, (by: By) => Promise<Report>][] = [
  ['city', (by) => must(by.call(cityReport, { planId: world.planId, areaId: '330100' }))],
  ['region', (by) => must(by.call(regionReport, { planId: world.planId, areaId: '330106' }))],
  ['school', (by) => must(by.call(schoolReport, { planId: world.planId, orgId: ids.school }))],
  [
    'grade',
    (by) => must(by.call(gradeReport, { planId: world.planId, orgId: ids.school, prefix: 2, gradeNo: 3 })),
  ],
  ['class', (by) => must(by.call(classReport, { planId: world.planId, classId: ids.classId }))],
]

type Counter = { key: string; prefix: string; name: CounterName }
/** The columns that count something found. */
const findingsOf = ({ columns }: ReportTable): Counter[] =>
  columns.flatMap(({ key, format }) => {
    const [, prefix = '', name = ''] = /^((?:last\.)?(?:[12]\.)?)(\w+)$/.exec(key) ?? []
    const counter = COUNTER_NAMES.find((each) => each === name)
    return format === 'count' && counter && isFinding(counter) ? [{ key, prefix, name: counter }] : []
  })

const isSmall = (count: unknown) => typeof count === 'number' && count > 0 && count < 5

/** Of a handful that is warned nobody learns what was done, nor from the others what is hidden of one level. */
function expectHandledHidden(seen: Report, hidden: Report) {
  const shown = tableNamed(hidden, 'follow-up-level')
  const truth = tableNamed(seen, 'follow-up-level').rows.map(({ values }) => Number(values[0]))
  const isHidden = shown.rows.map(({ values }) => values.slice(1).every((value) => value === HIDDEN_VALUE))
  for (const [nth, warned] of truth.entries())
    if (isSmall(warned)) expect(isHidden[nth], `${hidden.title} ${shown.rows[nth]?.name}`).toBe(true)
  const people = truth.filter((warned, nth) => nth < 3 && isHidden[nth] && warned > 0)
  if (isHidden[3]) return
  expect(people).not.toHaveLength(1)
  if (people.length > 0) expect(people.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(5)
}

describe.each(CASES)('the report of a %s', (_name, ask) => {
  test('tells nothing found among a handful, nor what would tell it', async () => {
    const seen = await ask(seeing)
    const hidden = await ask(blind)
    let suppressed = 0
    for (const table of tablesOf(hidden)) {
      const open = tableNamed(seen, table.id)
      const cells = table.rows.map((row) => cellsOf(table, row))
      const truth = table.rows.map((row) => {
        const same = open.rows.find(({ name, indent }) => name === row.name && indent === row.indent)
        if (!same) throw new Error(`${table.id} ${row.name}`)
        return cellsOf(open, same)
      })
      for (const { key, prefix, name } of findingsOf(table)) {
        const whole = `${prefix}${wholeOf(name)}`
        if (!(whole in (truth[0] ?? {}))) continue
        const isHidden = (nth: number) => cells[nth]?.[key] === HIDDEN_VALUE
        for (const [nth] of cells.entries()) {
          const where = `${table.id} ${table.rows[nth]?.name} ${key}`
          if (isSmall(truth[nth]?.[whole])) expect(isHidden(nth), where).toBe(true)
          else if (!isHidden(nth)) expect(cells[nth]?.[key], where).toBe(truth[nth]?.[key])
        }
        // Below the total of these rows there may be others, such as of all schools.
        const total = table.rows.findLastIndex(({ isTotal }) => !isTotal) + 1
        const leaves = table.rows.flatMap((row, nth) => (row.isTotal || !isHidden(nth) ? [] : [nth]))
        const people = leaves.map((nth) => Number(truth[nth]?.[whole] ?? 0)).filter((count) => count > 0)
        suppressed += people.length
        if (isHidden(total) || people.length === 0) continue
        expect(people.length, `${table.id} ${key}`).toBeGreaterThan(1)
        expect(people.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(5)
      }
      // A rate is suppressed where its count is.
      for (const row of cells) {
        for (const { key } of findingsOf(table).filter(({ key }) => row[key] === HIDDEN_VALUE)) {
          const shown = Object.entries(row).filter(
            ([name]) => name.startsWith(`${key}/`) || name === `change:${key}`,
          )
          for (const [name, value] of shown) expect([HIDDEN_VALUE, null], name).toContain(value)
        }
      }
    }
    expect(suppressed).toBeGreaterThan(0)
    expectHandledHidden(seen, hidden)
    expect(hidden.notes.join()).toContain('不足5人')
    expect(seen.notes.join()).not.toContain('不足5人')
    for (const table of tablesOf(seen)) {
      expect(table.rows.flatMap(({ values }) => values)).not.toContain(HIDDEN_VALUE)
    }
  })

  test('has no pupils and no trend for them', async () => {
    const ids = tablesOf(await ask(blind)).map(({ id }) => id)
    expect(ids).not.toContain('roster-student')
    expect(ids).not.toContain('trend-plan')
    expect(ids.length).toBeGreaterThan(5)
  })
})

test('who shall examine once more learns nothing of the first examination from the list', async () => {
  const { orgId, taskId, planId, classIds } = await makeTenStudents(node.current)
  const other = await signedIn(node.current, (await newUser(node.current, orgId, 20)).account)
  await node.current.sql(`insert into retest (record_id, plan_id, task_id, school_org_id)
    select r.id, r.plan_id, r.task_id, ${orgId} from screening_record r join student s on s.id = r.student_id
    where r.task_id = ${taskId} and s.name = '学乙'`)
  await must(other.call(recordEndpoints.retestList, { taskId }))
  const report = await must(other.call(classReport, { planId, classId: classIds[0] ?? 0 }))
  const table = tableNamed(report, 'roster-student')
  const [drawn] = table.rows.filter(({ name }) => name === '学乙')
  expect(drawn && cellsOf(table, drawn)).toMatchObject({
    nakedRight: null,
    seRight: null,
    conclusion: '待复测，初测结果暂不显示',
    warning: null,
    referral: null,
  })
  expect(report.sections.find(({ id }) => id === 'roster')?.paragraphs).toEqual([
    '名单共4人。其中1人待复测，初测结果暂不显示。',
  ])
})
