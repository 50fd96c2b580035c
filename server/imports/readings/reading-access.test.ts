// Who may send results for a task, who sees the import afterwards, and the sheets made for it.
import { beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_ITEMS } from '#contract/eyesight/plan-schemas.ts'
import { importEndpoints } from '#contract/imports/endpoints.ts'
import { useApp } from '../../testing/app.ts'
import {
  HEALTHY,
  importReadings,
  type ReadingSite,
  readingSite,
  sendReadings,
} from '../../testing/imports/readings.ts'
import { confirmImport, resultOf, rowListOf } from '../../testing/imports/task.ts'
import { must, newUser } from '../../testing/people.ts'
import { recordOf } from '../../testing/readings.ts'
import { expectFiguresRight } from '../../testing/recount.ts'
import { orgIdOf } from '../../testing/rows.ts'
import { readHere } from '../../testing/sheets/read-sheet.ts'
import { cellText } from '../row-rules/cell-values.ts'
import { columnsOf } from '../row-rules/columns.ts'
import { findLayout } from '../row-rules/layout.ts'

const node = useApp()
let site: ReadingSite
let ofSchool: ReadingSite
let hospital: { token: string; by: ReturnType<typeof node.current.as> }
const as = async (account: string) => {
  const token = await node.current.login(account)
  return { token, by: node.current.as(token) }
}
beforeAll(async () => {
  const orgId = await orgIdOf(node.current, '330106-hospital')
  site = await readingSite(node.current, { task: { executor: { by: 'org', orgId } } })
  ofSchool = await readingSite(node.current)
  hospital = await as('hospital01')
})

describe('results of a task', () => {
  test('are imported by the executor, and only there', async () => {
    const { recordId, result } = await importReadings(site, [site.row(0), site.row(1, { nakedRight: 9 })], {
      ...hospital,
      preview: true,
    })
    expect(result).toMatchObject({ insertCount: 1, errorCount: 1 })
    await confirmImport({ app: node.current, by: hospital.by }, recordId)
    expect(await recordOf(node.current, site.at(0))).toMatchObject({ state: 2, source: 2 })
    expect(await rowListOf(hospital, recordId)).toHaveLength(2)
    const listed = await hospital.by.call(importEndpoints.importList, { excelType: 3 })
    expect(listed.data.list).toMatchObject([{ recordId, taskId: site.taskId, orgId: site.orgId }])
    for (const endpoint of [importEndpoints.importTask, importEndpoints.readImport])
      expect((await site.admin.call(endpoint, { recordId })).code).toBe(650)
    await expectFiguresRight(node.current, site.planId)

    const foreign = await sendReadings(ofSchool, [ofSchool.row(0)], { token: hospital.token })
    expect(foreign.code).toBe(650)
    const otherSchool = await sendReadings(site, [site.row(0)], { ...hospital, orgId: ofSchool.orgId })
    expect(otherSchool.code).toBe(650)
  })

  test('are imported by the school itself too, and by the bureau above', async () => {
    for (const { token, by } of [{ token: site.token, by: site.admin }, await as('region01')]) {
      const { result } = await importReadings(site, [site.row(2)], { token, by })
      expect(result).toMatchObject({ state: 'done', studentSize: 1, errorCount: 0 })
    }
    expect((await sendReadings(site, [site.row(2)], { token: ofSchool.token })).code).toBe(650)
    expect((await sendReadings(site, [site.row(2)], { taskId: ofSchool.taskId })).code).toBe(650)
  })

  test('are no matter of a teacher', async () => {
    const { account } = await newUser(node.current, site.orgId, 45)
    const { token } = await as(account)
    expect((await sendReadings(site, [site.row(0)], { token })).code).toBe(602)
  })

  test('are gone from sight once the task is carried out by somebody else', async () => {
    const { recordId } = await importReadings(site, [site.row(3)], { ...hospital, preview: true })
    await node.current.sql(`update task set org_id = ${site.orgId} where id = ${site.taskId}`)
    expect((await hospital.by.call(importEndpoints.importTask, { recordId })).code).toBe(650)
    expect((await hospital.by.call(importEndpoints.commitImport, { recordId })).code).toBe(650)
    const back = await orgIdOf(node.current, '330106-hospital')
    await node.current.sql(`update task set org_id = ${back} where id = ${site.taskId}`)
    expect((await resultOf(hospital, recordId)).state).toBe('preview')
  })
})

describe('sheets made for a task', () => {
  const template = (by: typeof site.admin, more: object = {}) =>
    by.call(importEndpoints.template, {
      orgId: ofSchool.orgId,
      taskId: ofSchool.taskId,
      type: 'screening',
      filled: '1',
      ...more,
    })

  test('have the names on its list and the columns of its plan; filled in they are imported', async () => {
    const [header, ...rows] = await readHere((await must(template(ofSchool.admin))).content)
    const texts = header?.cells.map((cell) => cellText(cell)) ?? []
    const layout = findLayout([{ row: 1, texts }], columnsOf(3))
    expect(layout?.columns.map(({ key }) => key)).toContain('nakedRight')
    expect(rows).toHaveLength(ofSchool.records.length)
    expect(JSON.stringify(rows)).not.toMatch(/\d{15}/)
    const filled = rows.map(({ cells }) => ({
      ...Object.fromEntries(
        layout?.columns.map(({ index, key }) => [key ?? '', cellText(cells[index])]) ?? [],
      ),
      ...HEALTHY,
    }))
    const { result } = await importReadings(ofSchool, filled)
    expect(result).toMatchObject({ stuFailInfoList: [], insertCount: ofSchool.records.length })
  })

  test('leave out what the plan leaves out', async () => {
    const items = { ...DEFAULT_ITEMS, refraction: 0 as const, corrected: 0 as const }
    const eyes = await readingSite(node.current, { plan: { items } })
    const query = { orgId: eyes.orgId, taskId: eyes.taskId, filled: '' }
    const [header] = await readHere((await must(template(eyes.admin, query))).content)
    expect(header?.cells.join(' ')).toMatch(/裸眼视力右/)
    expect(header?.cells.join(' ')).not.toMatch(/球镜|戴镜视力|塑形镜/)
  })

  test('are for those who work on it', async () => {
    expect((await template(hospital.by)).code).toBe(650)
    expect((await template(ofSchool.admin, { orgId: site.orgId })).code).toBe(650)
    expect((await template(ofSchool.admin, { type: 'roster1' })).code).toBe(650)
    const own = { orgId: site.orgId, taskId: site.taskId }
    expect((await template(hospital.by, own)).code).toBe(200)
  })

  test('come back with the errors marked', async () => {
    const { recordId } = await importReadings(ofSchool, [ofSchool.row(0, { ...HEALTHY, nakedRight: 9 })])
    const { content } = await must(ofSchool.admin.call(importEndpoints.errorWorkbook, { recordId, all: '' }))
    const [, row] = await readHere(content)
    expect(row?.cells.join(' ')).toMatch(/“9”超出范围/)
  })
})
