import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { exportEndpoints } from '#contract/exports/endpoints.ts'
import { importFile } from './import.ts'
import { type MeasuredApp, measuredApp } from './measured-app.ts'
import { watched } from './process-watch.ts'
import { type BenchSchool, makeRosterFile, newBenchSchool } from './roster-file.ts'
import { scratchFolder } from './scratch-product.ts'
import { median, type Row, type Table } from './table.ts'

const FEW = 20_000
export const MANY = 200_000
const ROUNDS = 3
const FIRST_BYTE_SECONDS = 2
const GROWN_MEGABYTES = 64
const BLOCK_MS = 300

/** A roster as a file, read by a process of its own: when it begins, how fast it comes, what it costs the server. */
export async function measureExport(): Promise<Table> {
  const app = await measuredApp({ worker: true })
  const { folder, remove } = scratchFolder()
  try {
    // How much one account may take out in a day is not what is measured.
    Object.assign(app.services.config, { EXPORT_ROWS_PER_DAY: 1e9 })
    const small = await filledSchool(app, folder, FEW)
    const many = await filledSchool(app, folder, MANY)
    const rows: Row[] = []
    for (const personal of [false, true]) rows.push(...(await compare(app, small, many, personal)))
    return {
      title: '导出学生名单',
      note: `两种规模交替测量 ${ROUNDS} 轮取中位数（内存与阻塞取最大）；下载者是另一个进程，文件由 HTTP 进程边查边写。`,
      rows,
    }
  } finally {
    await app.close()
    remove()
  }
}

/** A school with so many students, imported as any other. */
export async function filledSchool(app: MeasuredApp, folder: string, students: number): Promise<BenchSchool> {
  const school = await newBenchSchool(app)
  await importFile(app, school, await makeRosterFile(folder, school, students), students)
  return school
}

async function compare(
  app: MeasuredApp,
  small: BenchSchool,
  many: BenchSchool,
  personal: boolean,
): Promise<Row[]> {
  const seen = { small: [] as Download[], many: [] as Download[] }
  for (let round = 0; round < ROUNDS; round++) {
    seen.small.push(await measureOne(app, small, personal))
    seen.many.push(await measureOne(app, many, personal))
  }
  const numbers = personal ? '完整号码' : '脱敏号码'
  const firstByte = median(seen.many.map((one) => one.firstByte))
  const seconds = median(seen.many.map((one) => one.seconds))
  const most = (of: Download[], key: 'http' | 'block') => Math.max(...of.map((one) => one[key]))
  const grown = most(seen.many, 'http') - most(seen.small, 'http')
  const block = most(seen.many, 'block')
  return [
    {
      what: `${MANY.toLocaleString('en')} 行（${numbers}）首字节`,
      value: `${firstByte.toFixed(2)} 秒`,
      bar: `≤ ${FIRST_BYTE_SECONDS} 秒`,
      met: firstByte <= FIRST_BYTE_SECONDS,
    },
    {
      what: `${MANY.toLocaleString('en')} 行（${numbers}）全部`,
      value: `${seconds.toFixed(1)} 秒，${Math.round(MANY / seconds).toLocaleString('en')} 行/秒，${((seen.many[0]?.bytes ?? 0) / 1e6).toFixed(1)} MB`,
    },
    {
      what: `HTTP 进程内存峰值（${numbers}），${FEW.toLocaleString('en')} → ${MANY.toLocaleString('en')} 行`,
      value: `${most(seen.small, 'http').toFixed(0)} → ${most(seen.many, 'http').toFixed(0)} MB`,
      bar: `增长 ≤ ${GROWN_MEGABYTES} MB`,
      met: grown <= GROWN_MEGABYTES,
    },
    {
      what: `HTTP 进程最长阻塞（${numbers}）`,
      value: `${block.toFixed(0)} ms`,
      bar: `≤ ${BLOCK_MS} ms`,
      met: block <= BLOCK_MS,
    },
  ]
}

type Download = { firstByte: number; seconds: number; bytes: number; http: number; block: number }

async function measureOne(app: MeasuredApp, school: BenchSchool, personal: boolean): Promise<Download> {
  collectGarbage()
  const { result, seen } = await watched(() => download(app, school, personal))
  return { ...result, http: seen.http, block: seen.block }
}

/** What earlier rounds left behind would hide what this one takes. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

/** Seconds to the first byte and to the last, as another process sees them. */
export async function download(app: MeasuredApp, { orgId, token }: BenchSchool, personal: boolean) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', CLIENT], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const url = app.address + exportEndpoints.exportStudents.path
  child.stdin.end(JSON.stringify({ url, token, body: { orgId, personal, reason: '测量导出' } }))
  const answer = JSON.parse(await text(child.stdout)) as { firstByte: number; seconds: number; bytes: number }
  if (answer.bytes === 0) throw new Error('nothing was exported')
  return answer
}

const CLIENT = `
  import { text } from 'node:stream/consumers'
  const { url, token, body } = JSON.parse(await text(process.stdin))
  const headers = { authorization: token, 'content-type': 'application/json' }
  const started = performance.now()
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (response.headers.get('content-type').startsWith('application/json')) throw new Error(await response.text())
  let bytes = 0
  let firstByte = 0
  for await (const piece of response.body) {
    firstByte ||= (performance.now() - started) / 1000
    bytes += piece.length
  }
  console.log(JSON.stringify({ firstByte, seconds: (performance.now() - started) / 1000, bytes }))
`
