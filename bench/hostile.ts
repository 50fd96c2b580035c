import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { importEndpoints } from '#contract/imports/endpoints.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { hostileFiles } from '../server/testing/sheets/hostile-workbook.ts'
import { download, filledSchool, MANY } from './export.ts'
import { importFile } from './import.ts'
import { type MeasuredApp, measuredApp } from './measured-app.ts'
import { watched } from './process-watch.ts'
import { type BenchSchool, makeRosterFile, newBenchSchool } from './roster-file.ts'
import { scratchFolder } from './scratch-product.ts'
import { median, p95, type Row, type Table } from './table.ts'

const ROUNDS = 5
const CALLS = 200
const BAR = { slower: 2.5, blockMs: 300 }
const IMPORTED = 50_000
/** The load has begun by then. */
const HEAD_START_MS = 700

const LIST = `${studentEndpoints.studentPageList.path}?pageNum=1`

/** What those who read lists notice of the heaviest work there is. */
export async function measureHostile(): Promise<Table> {
  let times: number[] = []
  const app = await measuredApp({
    worker: true,
    // Uploads and questions for progress are calls as well, but not the ones that are measured.
    routes: (instance) => {
      instance.addHook('onResponse', async ({ url }, { elapsedTime }) => {
        if (url === LIST) times.push(elapsedTime)
      })
    },
  })
  const { folder, remove } = scratchFolder()
  const call = { path: LIST, token: await app.login('region01') }
  const listTimes = async (calls: number) => {
    times = []
    await app.times(call, calls)
    return times
  }
  try {
    Object.assign(app.services.config, { EXPORT_ROWS_PER_DAY: 1e9 })
    const school = await newBenchSchool(app)
    const large = await filledSchool(app, folder, MANY)
    const hostile = await writeHostile(folder)
    await listTimes(CALLS)
    return {
      title: '繁重任务时的列表',
      note: `区县用户的学生列表（第 1 页），有无负载交替测量 ${ROUNDS} 轮，取各轮 p95 之比的中位数；上传和下载由另外的进程进行。`,
      rows: [
        ...(await compare('恶意文件处理期间（四个同时）', listTimes, async () => {
          const end = startHostile(app, school, hostile)
          return { over: null, end }
        })),
        ...(await compare(`导入 ${IMPORTED.toLocaleString('en')} 行期间`, listTimes, async () => {
          const empty = await newBenchSchool(app)
          const file = await makeRosterFile(folder, empty, IMPORTED)
          return { over: importFile(app, empty, file, IMPORTED), end: nothing }
        })),
        ...(await compare(`导出 ${MANY.toLocaleString('en')} 行期间`, listTimes, async () => ({
          over: download(app, large, false),
          end: nothing,
        }))),
      ],
    }
  } finally {
    await app.close()
    remove()
  }
}

const nothing = async () => undefined

/** `over` ends by itself, or the load goes on until `end` is called. */
type Load = { over: Promise<unknown> | null; end(): Promise<unknown> }
type ListTimes = (calls: number) => Promise<number[]>

async function compare(what: string, listTimes: ListTimes, start: () => Promise<Load>): Promise<Row[]> {
  const ratios: number[] = []
  const quiet: number[] = []
  const busy: number[] = []
  let block = 0
  for (let round = 0; round < ROUNDS; round++) {
    const without = p95(await listTimes(CALLS))
    const load = await start()
    const { result, seen } = await watched(() => timesDuring(load, listTimes))
    ratios.push(p95(result) / without)
    quiet.push(without)
    busy.push(p95(result))
    block = Math.max(block, seen.block)
  }
  const ratio = median(ratios)
  return [
    {
      what: `${what}，列表 p95`,
      value: `${median(quiet).toFixed(1)} → ${median(busy).toFixed(1)} 毫秒（${ratio.toFixed(2)}×）`,
      bar: `≤ ${BAR.slower}×`,
      met: ratio <= BAR.slower,
    },
    {
      what: `${what}，HTTP 进程最长阻塞`,
      value: `${block.toFixed(0)} ms`,
      bar: `≤ ${BAR.blockMs} ms`,
      met: block <= BAR.blockMs,
    },
  ]
}

async function timesDuring({ over, end }: Load, listTimes: ListTimes): Promise<number[]> {
  const measured: number[] = []
  let ended = false
  const ending = over?.finally(() => {
    ended = true
  })
  // Handled below; silences unhandledRejection.
  ending?.catch(() => undefined)
  await sleep(HEAD_START_MS)
  while (measured.length === 0 || (over ? !ended : measured.length < CALLS)) {
    measured.push(...(await listTimes(CALLS / 4)))
  }
  await end()
  await ending
  return measured
}

async function writeHostile(folder: string): Promise<string[]> {
  const files = await hostileFiles()
  return files.map(({ file }, index) => {
    const name = path.join(folder, `hostile-${index}.xlsx`)
    writeFileSync(name, file)
    return name
  })
}

/** Another process uploads one file after another, four at a time, until it is stopped. */
function startHostile(app: MeasuredApp, { orgId, token }: BenchSchool, files: string[]) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', CLIENT], {
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  const { importRoster, importList } = importEndpoints
  const list = `${app.address}${importList.path}?orgId=${orgId}&pageSize=50`
  child.stdin.write(
    `${JSON.stringify({ files, orgId, token, upload: app.address + importRoster.path, list })}\n`,
  )
  return async () => {
    child.stdin.end()
    const [code] = await ended
    if (code !== 0) throw new Error('uploading hostile files failed')
  }
}

const CLIENT = `
  import { openAsBlob } from 'node:fs'
  import { createInterface } from 'node:readline'
  import { setTimeout as sleep } from 'node:timers/promises'
  const lines = createInterface({ input: process.stdin })
  let over = false
  lines.once('close', () => { over = true })
  const { files, orgId, token, upload, list } = JSON.parse(await new Promise((resolve) => lines.once('line', resolve)))
  const headers = { authorization: token }
  let next = 0
  const run = async () => {
    while (!over) {
      const form = new FormData()
      form.set('orgId', String(orgId))
      form.set('prefix', '2')
      form.set('file', await openAsBlob(files[next++ % files.length]), 'roster.xlsx')
      const sent = await (await fetch(upload, { method: 'POST', headers, body: form })).json()
      if (!sent.success) throw new Error(sent.message)
      for (let ended = false; !ended; ) {
        await sleep(100)
        const answer = await (await fetch(list, { headers })).json()
        const task = answer.data.list.find((each) => each.recordId === sent.data.recordId)
        ended = task.isEnd === 1
        if (ended && task.state !== 'failed') throw new Error(JSON.stringify(task))
      }
    }
  }
  await Promise.all([run(), run(), run(), run()])
`
