// Walls that stay open for an hour while results arrive: what they cost their own machine.
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core'
import { COOKIE_NAME } from '#contract/core/limits.ts'
import { recordEndpoints } from '#contract/eyesight/record-endpoints.ts'
import type { ClassGrid } from '#contract/eyesight/record-schemas.ts'
import { taskEndpoints } from '#contract/eyesight/task-endpoints.ts'
import type { TaskDetail, TaskRow } from '#contract/eyesight/task-schemas.ts'
import { PROJECT_ROOT } from '../server/core/config.ts'
import { BROWSER_ARGS } from '../tests/e2e/support/browser-args.ts'
import { bodyOf } from './figures-saving.ts'
import { ask, signIn } from './product-calls.ts'
import { scratchFolder, startProduct } from './scratch-product.ts'
import type { Row, Table } from './table.ts'

const MINUTES = 60
/** From here on a wall is at rest: everything it shows has been read and drawn. */
const SETTLED_MINUTES = 5
const SAVE_EVERY_MS = 5_000
/** The session of /overviewThree ends where nobody touches anything for half an hour. */
const TOUCH_MINUTES = 20
const BARS = { growth: 1.1, core: 0.05 }

const WALLS = {
  省筛查进度: '/overview?type=6',
  省近视率: '/overview?type=7',
  '多屏总览（每 20 秒换屏）': '/overviewThree?rotate=20',
}

/** Of all processes of a browser together. */
type Reading = { at: number; cpuSeconds: number; heapMegabytes: number }

export async function measureOpenWalls(executablePath: string, minutes = MINUTES): Promise<Table> {
  const { folder, remove } = scratchFolder()
  const product = await startProduct(PROJECT_ROOT, path.join(folder, 'data'))
  const ended = new AbortController()
  try {
    const saving = saveResults(product.address, ended.signal)
    const token = await signIn(product.address, 'province01')
    const rows = await Promise.all(
      Object.entries(WALLS).map(([name, address]) =>
        watchWall(executablePath, { name, url: product.address + address, token, minutes }),
      ),
    )
    ended.abort()
    const saved = await saving
    return {
      title: '大屏连续打开',
      note: `演示数据，1920×1080，每块大屏一个 Chromium（软件绘图）；打开 ${minutes} 分钟，期间每 ${SAVE_EVERY_MS / 1000} 秒保存一名学生，共 ${saved} 次。内存为回收后的脚本堆，处理器时间为浏览器全部进程之和。`,
      rows: rows.flat(),
    }
  } finally {
    ended.abort()
    await product.stop()
    remove()
  }
}

type Watched = { name: string; url: string; token: string; minutes: number }

async function watchWall(executablePath: string, { name, url, token, minutes }: Watched): Promise<Row[]> {
  const browser = await chromium.launch({ executablePath, args: BROWSER_ARGS })
  try {
    const context = await browser.newContext({ viewport: { width: 1920, height: 1080 }, locale: 'zh-CN' })
    await context.addCookies([{ name: COOKIE_NAME, value: token, url }])
    const page = await context.newPage()
    await page.goto(url)
    await page.getByRole('heading', { level: 1 }).waitFor()
    const read = await readerOf(browser, page)
    const settledMinutes = Math.min(SETTLED_MINUTES, minutes / 2)
    await stayOpen(page, settledMinutes)
    const settled = await read()
    await stayOpen(page, minutes - settledMinutes)
    const end = await read()
    // A wall that has gone to another page was not measured.
    if (!page.url().startsWith(url.split('?')[0] ?? url)) throw new Error(`${name}: ${page.url()}`)
    return rowsOf(name, settled, end)
  } finally {
    await browser.close()
  }
}

async function stayOpen(page: Page, minutes: number): Promise<void> {
  for (let left = minutes; left > 0; left -= TOUCH_MINUTES) {
    await sleep(Math.min(left, TOUCH_MINUTES) * 60_000)
    await page.keyboard.press('Shift')
  }
}

function rowsOf(name: string, settled: Reading, end: Reading): Row[] {
  const growth = end.heapMegabytes / settled.heapMegabytes
  const core = (end.cpuSeconds - settled.cpuSeconds) / (end.at - settled.at)
  const megabytes = (value: number) => value.toFixed(1)
  return [
    {
      what: `${name} 内存，结束 / 稳定后`,
      value: `${megabytes(settled.heapMegabytes)} → ${megabytes(end.heapMegabytes)} MB（${growth.toFixed(2)} 倍）`,
      bar: `≤ ${BARS.growth} 倍`,
      met: growth <= BARS.growth,
    },
    {
      what: `${name} 处理器`,
      value: `一个核的 ${(core * 100).toFixed(1)}%`,
      bar: `< ${BARS.core * 100}%`,
      met: core < BARS.core,
    },
  ]
}

async function readerOf(browser: Browser, page: Page): Promise<() => Promise<Reading>> {
  const [whole, own] = [await browser.newBrowserCDPSession(), await page.context().newCDPSession(page)]
  return async () => {
    await own.send('HeapProfiler.collectGarbage')
    const { usedSize } = await own.send('Runtime.getHeapUsage')
    return {
      at: performance.now() / 1000,
      cpuSeconds: await cpuSecondsOf(whole),
      heapMegabytes: usedSize / 2 ** 20,
    }
  }
}

async function cpuSecondsOf(session: CDPSession): Promise<number> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0)
}

/** One child after the other of a class, again and again; answers how often. */
async function saveResults(address: string, ended: AbortSignal): Promise<number> {
  const token = await signIn(address, 'oscreen01')
  const { taskId, recordIds } = await unscreenedClass(address, token)
  let saved = 0
  while (!ended.aborted) {
    const enter = Math.floor(saved / recordIds.length) % 2 === 0
    const recordId = recordIds[saved % recordIds.length] ?? 0
    await ask(address, recordEndpoints.saveRecords.path, token, bodyOf(taskId, recordId, enter))
    saved += 1
    await sleep(SAVE_EVERY_MS, undefined, { signal: ended }).catch(() => undefined)
  }
  return saved
}

/** A class under way in which nobody has a result yet, or the children of one who have none. */
async function unscreenedClass(address: string, token: string) {
  const { list } = await ask<{ list: TaskRow[] }>(
    address,
    `${taskEndpoints.taskPageList.path}?status=1&pageSize=50`,
    token,
  )
  for (const { taskId } of list) {
    const detail = await ask<TaskDetail>(address, `${taskEndpoints.taskDetail.path}?taskId=${taskId}`, token)
    for (const { classId } of detail.classes) {
      const query = `taskId=${taskId}&classId=${classId}`
      const grid = await ask<ClassGrid>(address, `${recordEndpoints.classGrid.path}?${query}`, token)
      const free = grid.rows.filter(
        ({ blind, conclusion, fields }) => !blind && conclusion.state === 0 && fields.absence === null,
      )
      if (free.length > 0) return { taskId, recordIds: free.map(({ recordId }) => recordId) }
    }
  }
  throw new Error('everybody has been examined')
}
