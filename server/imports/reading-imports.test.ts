// Screening and caries data: rows are checked against the roster, and nothing is written yet.
import { beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { importEndpoints } from '#contract/imports/endpoints.ts'
import { useApp } from '../testing/app.ts'
import {
  type ImportSchool,
  importRows,
  importSchool,
  resultOf,
  rowListOf,
  type SheetValues,
  sendFile,
  sheetOf,
  taskOf,
} from '../testing/imports.ts'
import { snapshotOf } from '../testing/life-cycle.ts'
import { newIdCard } from '../testing/roster.ts'

const node = useApp()
let school: ImportSchool
let child: SheetValues
let who: SheetValues
beforeAll(async () => {
  school = await importSchool(node.current)
  child = school.row({ name: '被筛生', studentNo: 'S001' })
  await importRows(school, [child])
  who = { school: school.orgName, grade: '一年级', class: '1班', name: '被筛生', idCard: child.idCard }
})

async function send(endpoint: Endpoint, kind: 2 | 3, rows: SheetValues[]) {
  const file = await sheetOf(rows, { kind })
  const sent = await sendFile(node.current, school.token, { orgId: school.orgId }, file, { endpoint })
  if (!sent.success) throw new Error(`${sent.code} ${sent.message}`)
  await node.current.runJobs()
  return sent.data.recordId
}

describe.each([
  ['screening', importEndpoints.importScreening, 3, { nakedRight: 4.8, nakedLeft: '4.9' }, { nakedRight: 9 }],
  ['caries', importEndpoints.importCaries, 2, { decayed: 1 }, { decayed: 99 }],
] as const)('%s', (_, endpoint, kind, right, wrong) => {
  test('is checked row by row and changes nothing', async () => {
    const before = await snapshotOf(node.current, school.orgId)
    const recordId = await send(endpoint, kind, [
      { ...who, ...right },
      { ...who, ...wrong },
      { ...who, idCard: newIdCard(), ...right },
      { ...who, idCard: null, studentNo: 'S404', ...right },
      { ...who, class: '2班', ...right },
      { ...who, name: '别名字', ...right },
    ])
    const task = await taskOf(school, recordId)
    expect(task).toMatchObject({ state: 'done', isEnd: 1, excelType: kind, checkOnly: true, undoable: false })
    const result = await resultOf(school, recordId)
    const told = result.stuFailInfoList.map((line) => line.split(',').slice(0, 2).join())
    expect(told).toEqual(expect.arrayContaining(['3,9999', '4,9999', '5,9999', '6,90', '7,9999']))
    expect(await snapshotOf(node.current, school.orgId)).toEqual(before)
    for (const call of [importEndpoints.commitImport, importEndpoints.undoImport])
      expect((await school.by.call(call, { recordId })).code).toBe(700)
  })

  test('of one child stands in one row', async () => {
    const recordId = await send(endpoint, kind, [
      { ...who, ...right },
      { ...who, idCard: null, studentNo: 'S001', ...right },
    ])
    const rows = await rowListOf(school, recordId)
    expect(rows.map(({ outcome, issues }) => [outcome, issues.map(({ code }) => code)])).toEqual([
      [0, [200]],
      [0, [200]],
    ])
  })
})
