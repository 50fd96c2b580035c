// Sheets of two organisations for one task: each speaks for itself, and only while the task is its business.
import { beforeEach, expect, test } from 'vitest'
import { importEndpoints } from '#contract/imports/endpoints.ts'
import { useApp } from '../../testing/app.ts'
import {
  HEALTHY,
  importReadings,
  NEARSIGHTED,
  type ReadingSite,
  readingSite,
} from '../../testing/imports/readings.ts'
import { resultOf } from '../../testing/imports/task.ts'
import { must } from '../../testing/people.ts'
import { recordOf, savedRow } from '../../testing/readings.ts'
import { expectFiguresRight } from '../../testing/recount.ts'
import { orgIdOf, rowsOf } from '../../testing/rows.ts'

const node = useApp()
let site: ReadingSite
let hospital: { token: string; by: ReturnType<typeof node.current.as> }
beforeEach(async () => {
  const orgId = await orgIdOf(node.current, '330106-hospital')
  site = await readingSite(node.current, {
    task: { executor: { by: 'org', orgId } },
    roster: { classes: 1, studentsPerClass: 2 },
  })
  const token = await node.current.login('hospital01')
  hospital = { token, by: node.current.as(token) }
})
type Waiting = { reading: Record<string, unknown>; login_org_id: number }
const waiting = () =>
  rowsOf<Waiting>(
    node.current,
    `select c.reading, i.login_org_id from reading_conflict c join import_task i on i.id = c.import_task_id
     where c.record_id = $1 and c.resolved_at is null order by c.id`,
    [site.at(0)],
  )

test('a sheet corrects what the same organisation sent, not what another one did', async () => {
  await importReadings(site, [site.row(0)], hospital)
  const other = await importReadings(site, [site.row(0, NEARSIGHTED)])
  expect(other.result).toMatchObject({ stuUnCoverSize: 1, updateCount: 0 })
  expect(await recordOf(node.current, site.at(0))).toMatchObject({ naked_right: 50 })
  const own = await importReadings(site, [site.row(0, { ...HEALTHY, nakedRight: 4.9 })], hospital)
  expect(own.result).toMatchObject({ updateCount: 1 })
  expect(await recordOf(node.current, site.at(0))).toMatchObject({ naked_right: 49 })
  expect((await waiting()).map(({ login_org_id }) => login_org_id)).toEqual([site.orgId])
  await expectFiguresRight(node.current, site.planId)
})

test('what waits is void only for the fields that the same organisation speaks about again', async () => {
  await savedRow(site.admin, site.taskId, site.at(0), { glasses: 1, nakedRight: 4.9, nakedLeft: 4.9 })
  const eyes = (nakedRight: number, nakedLeft?: number) =>
    site.row(0, nakedLeft === undefined ? { nakedRight } : { nakedRight, nakedLeft })
  await importReadings(site, [eyes(4.6, 4.6)], hospital)
  await importReadings(site, [eyes(4.7, 4.7)])
  const readings = async () => (await waiting()).map(({ reading }) => reading)
  expect(await readings()).toEqual([
    { nakedRight: 46, nakedLeft: 46 },
    { nakedRight: 47, nakedLeft: 47 },
  ])
  // The school agrees about one eye: what it said about the other still waits, and so does all of the hospital's.
  await importReadings(site, [eyes(4.9)])
  expect(await readings()).toEqual([{ nakedRight: 46, nakedLeft: 46 }, { nakedLeft: 47 }])
  await importReadings(site, [eyes(4.9, 4.9)])
  expect(await readings()).toEqual([{ nakedRight: 46, nakedLeft: 46 }])
})

test('nothing is written for a task that was given to others after the sheet was confirmed', async () => {
  const { recordId } = await importReadings(site, [site.row(0)], { ...hospital, preview: true })
  await must(hospital.by.call(importEndpoints.commitImport, { recordId }))
  const back = await orgIdOf(node.current, '330106-hospital')
  await node.current.sql(`update task set org_id = ${site.orgId} where id = ${site.taskId}`)
  await node.current.runJobs()
  await node.current.sql(`update task set org_id = ${back} where id = ${site.taskId}`)
  expect(await resultOf(hospital, recordId)).toMatchObject({
    state: 'preview',
    errorMsg: expect.stringContaining('任务已改由其他机构承担'),
  })
  expect(await recordOf(node.current, site.at(0))).toMatchObject({ state: 0, version: 1 })
})
