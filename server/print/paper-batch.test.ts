// Forms of more children than are drawn at once: the same pages, made in the background.
import { buffer } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { exportEndpoints } from '#contract/exports/endpoints.ts'
import type { PaperFormCode } from '#contract/exports/paper-filter.ts'
import { A4, text } from '#contract/print/drawing.ts'
import { paperEndpoints } from '#contract/print/endpoints.ts'
import { useApp } from '../testing/app.ts'
import { type By, must, newUser, signedIn } from '../testing/people.ts'
import { lastTrail, makeForeignResults, makeResults, type ResultWorld } from '../testing/result-world.ts'
import { rowsOf } from '../testing/rows.ts'
import { pdfPages } from '../testing/sheets/pdf-text.ts'
import { unzipped } from '../testing/sheets/read-rec.ts'
import { paperFile as writeFile } from './paper-document.ts'

const app = useApp()
const { startExport, exportProgress, exportFile } = exportEndpoints
let world: ResultWorld
beforeAll(async () => {
  world = await makeResults(app.current)
})

const start = (by: By, form: PaperFormCode, part: object) =>
  by.call(startExport, { item: 'papers', form, reason: '打印档案', personal: false, ...part } as never)
const wordsOf = (content: unknown): string[] =>
  pdfPages(Buffer.from(content as Uint8Array)).map(({ texts }) => texts.map((each) => each.text).join(' '))
async function made(by: By, form: PaperFormCode, part: object): Promise<string[]> {
  const { recordId } = await must(start(by, form, part))
  await app.current.runJobs()
  const [task] = await must(by.call(exportProgress, { all: true }))
  expect(task).toMatchObject({ recordId, state: 'done', errorMsg: null })
  return wordsOf((await must(by.call(exportFile, { recordId }))).content)
}

describe('in the background', () => {
  test.each<PaperFormCode>(['student-report', 'result-record', 'registration', 'survey', 'monitor'])(
    '%s has the pages and words of the file that is made at once',
    async (form) => {
      const part = { planId: world.planId, taskId: world.taskId }
      const { content } = await must(world.admin.call(paperEndpoints.paperFile, { form, ...part }))
      expect(await made(world.admin, form, part)).toEqual(wordsOf(content))
    },
  )

  test('without a plan it is of the roster, above the school with masked names, on record for every child', async () => {
    const pages = await made(world.region, 'student-report', { orgId: world.orgId })
    expect(pages.map((page) => /测[一二三四五*]/.exec(page)?.[0])).toEqual([
      '测*',
      '测*',
      '测*',
      '测*',
      '测*',
    ])
    const [last] = await rowsOf<{ n: number }>(
      app.current,
      `select count(*)::int as n from audit_log where action = 'record.print' and object_type = 'student'
        and account = 'region01'`,
    )
    expect(last?.n).toBe(5)
    expect(await lastTrail(app.current, 'export.start')).toMatchObject({
      detail: { item: 'papers', rows: 5 },
    })
  })

  test('a class teacher has the own class', async () => {
    const { account, userId } = await newUser(app.current, world.orgId, 45)
    await app.current.sql(`insert into user_class values (${userId}, ${world.classIds[1]})`)
    const teacher = await signedIn(app.current, account)
    const pages = await made(teacher, 'student-report', { planId: world.planId })
    expect(pages.map((page) => /测[一二三四五]/.exec(page)?.[0])).toEqual(['测四', '测五'])
  })

  test('nothing is made of what is foreign, of one sheet, or of nobody', async () => {
    const foreign = await makeForeignResults(app.current)
    for (const part of [{ orgId: foreign.orgId }, { planId: foreign.planId }, { classId: foreign.classId }])
      expect([616, 650]).toContain((await start(world.admin, 'student-report', part)).code)
    const { planId, taskId } = world
    for (const form of ['summary', 'retest-record'] as const)
      expect((await start(world.admin, form, { planId, taskId })).message).toBe('该表请直接打印或下载')
    expect((await start(world.region, 'student-report', {})).message).toBe('请选择学校、年级、班级或学生')
    const { recordId } = await must(start(world.admin, 'child', { planId }))
    await app.current.runJobs()
    const tasks = await must(world.admin.call(exportProgress, { all: true }))
    expect(tasks.find((task) => task.recordId === recordId)).toMatchObject({
      state: 'failed',
      errorMsg: '没有可以打印的学生',
    })
  })
})

test.each([
  [8, 3],
  [6, 2],
  [2, 1],
])('%i pages of three to a file are %i files, every page once and in order', async (pages, count) => {
  async function* parts() {
    for (let nth = 1; nth <= pages; nth++)
      yield {
        page: { width: A4.short, height: A4.long, marks: [text(20, 20, `第${nth}份`, { size: 9 })] },
        bookmark: nth < 5 ? '一班' : '二班',
      }
  }
  const files = await unzipped(await buffer(writeFile(parts(), '档案', 3)))
  expect([...files.keys()]).toEqual(Array.from({ length: count }, (_, nth) => `档案_${nth + 1}.pdf`))
  expect([...files.values()].flatMap((file) => wordsOf(file))).toEqual(
    Array.from({ length: pages }, (_, nth) => `第${nth + 1}份`),
  )
})
