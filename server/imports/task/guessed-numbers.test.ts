// Of a child whose place, birth date and sex are known 500 id numbers are possible: no import says which one it is.
import { beforeAll, describe, expect, test } from 'vitest'
import { importEndpoints } from '#contract/imports/endpoints.ts'
import { useApp } from '../../testing/app.ts'
import { type ReadingSite, readingSite, uploadReadingSheet } from '../../testing/imports/readings.ts'
import { type ImportSchool, importSchool } from '../../testing/imports/school.ts'
import { correct, importTaskOf, rowListOf } from '../../testing/imports/task.ts'
import { uploadRows } from '../../testing/imports/upload.ts'
import { numbersLike } from '../../testing/number-privacy.ts'
import { must } from '../../testing/people.ts'
import { newIdCard, newName } from '../../testing/roster.ts'
import { rowsOf } from '../../testing/rows.ts'
import { CROWDED, MISSED_PER_DAY } from './guessed-numbers.ts'

const node = useApp()
let site: ReadingSite
beforeAll(async () => {
  site = await readingSite(node.current)
})

type Task = Awaited<ReturnType<typeof importTaskOf>>
const failure = ({ state, errorMsg }: Task) => ({ state, errorMsg })
const REFUSED = { state: 'failed', errorMsg: expect.stringContaining(`每日 ${MISSED_PER_DAY} 个的上限`) }

async function preview(rows: Parameters<typeof uploadReadingSheet>[1], of = site) {
  const recordId = await uploadReadingSheet(of, rows, { preview: true })
  await node.current.runJobs()
  return { recordId, task: await importTaskOf({ by: of.admin }, recordId) }
}

describe('all possible numbers of one child in a file', () => {
  test('of results are refused before anything is said of them', async () => {
    const row = site.row(0)
    const guesses = numbersLike(String(row.idCard))
    expect(guesses).toContain(row.idCard)
    for (const name of [row.name, '无此人']) {
      const { recordId, task } = await preview(guesses.map((idCard) => ({ ...row, name, idCard })))
      expect(failure(task)).toEqual({ state: 'failed', errorMsg: CROWDED })
      expect(await rowListOf({ by: site.admin }, recordId)).toEqual([])
    }
  })

  test('of a roster as well', async () => {
    const school: ImportSchool = await importSchool(node.current)
    const rows = numbersLike(newIdCard()).map((idCard) => school.row({ idCard, name: newName() }))
    const recordId = await uploadRows(school, rows, { preview: true })
    await node.current.runJobs()
    expect(failure(await importTaskOf(school, recordId))).toEqual({ state: 'failed', errorMsg: CROWDED })
  })
})

describe('numbers that are on no list', () => {
  const unlisted = (of: ReadingSite, count: number) =>
    Array.from({ length: count }, () => ({ ...of.row(0), idCard: newIdCard() }))

  test('are refused beyond so many a day, in one file or in several, also after one is deleted', async () => {
    const one = await preview(unlisted(site, MISSED_PER_DAY - 1))
    expect(one.task.state).toBe('preview')
    expect(failure((await preview(unlisted(site, 2))).task)).toEqual(REFUSED)
    await must(site.admin.call(importEndpoints.cancelImport, { recordId: one.recordId }))
    await must(site.admin.call(importEndpoints.deleteImport, { recordId: one.recordId }))
    expect(failure((await preview(unlisted(site, 2))).task)).toEqual(REFUSED)
    expect((await preview([site.row(0), site.row(1)])).task.state).toBe('preview')
  })

  test('may be more for who has found many that day', async () => {
    const other = await readingSite(node.current)
    const { recordId } = await preview([other.row(0)], other)
    const found = 5 * (MISSED_PER_DAY + 2)
    await node.current.sql(
      `update import_task set counts = counts || '{"update": ${found}}' where id = ${recordId}`,
    )
    expect((await preview(unlisted(other, MISSED_PER_DAY + 1), other)).task.state).toBe('preview')
    expect(failure((await preview(unlisted(other, 2), other)).task)).toEqual(REFUSED)
  })

  test('a file that is refused counts too', async () => {
    const other = await readingSite(node.current)
    for (let nth = 0; nth < 3; nth++)
      expect(failure((await preview(unlisted(other, MISSED_PER_DAY + 1), other)).task)).toEqual(REFUSED)
    expect(failure((await preview(unlisted(other, 1), other)).task)).toEqual(REFUSED)
  })

  test('count when they are typed as corrections', async () => {
    const other = await readingSite(node.current)
    const { recordId } = await preview(unlisted(other, MISSED_PER_DAY - 2), other)
    const guess = () => correct({ by: other.admin }, recordId, { 2: { idCard: newIdCard() } })
    const codes: number[] = []
    for (let nth = 0; nth < 4; nth++) codes.push((await guess()).code)
    expect(codes).toContain(700)
    const trail = await rowsOf<{ detail: object }>(
      node.current,
      `select detail from audit_log where action = 'import.correct' and user_id = $1 and success`,
      [other.userId],
    )
    expect(trail[0]?.detail).toMatchObject({ missedRows: 1 })
  })
})
