import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Browser, chromium, type Page } from 'playwright-core'
import { COOKIE_NAME } from '#contract/core/limits.ts'
import { PROJECT_ROOT } from '../server/core/config.ts'
import { BROWSER_ARGS } from '../tests/e2e/support/browser-args.ts'
import { scratchFolder, startProduct } from './scratch-product.ts'
import { median, type Table } from './table.ts'

const ROUNDS = 5
/** Measured in the same way on a comparable machine: compressed JavaScript of RuoYi-Vue3 and ant-design-pro 6. */
const OTHERS = {
  login: { ruoyi: 573, antDesignPro: 637, bar: 0.25 },
  list: { ruoyi: 556, antDesignPro: 886, bar: 0.75 },
}

type Load = { kilobytes: number; brotli: number; requests: number; readyMs: number }

/** A cold browser opens the login page and, signed in, a list page: JavaScript as gzip, and time until usable. */
export async function measureFirstLoad(executablePath: string): Promise<Table> {
  const { folder, remove } = scratchFolder()
  const product = await startProduct(PROJECT_ROOT, path.join(folder, 'data'))
  const browser = await chromium.launch({ executablePath, args: BROWSER_ARGS })
  try {
    const token = await signIn(product.address)
    const login = await rounds(browser, `${product.address}/login`, null, (page) =>
      page.getByLabel('密码', { exact: true }).waitFor(),
    )
    const list = await rounds(browser, `${product.address}/authority/authority-manage`, token, (page) =>
      page.locator('.ant-table-row').first().waitFor(),
    )
    return {
      title: '首次打开',
      note: `冷缓存的 Chromium，${ROUNDS} 次的中位数；到账号可以输入、到列表第一行出现为止，之后静置一秒内到达的脚本也计入。`,
      rows: [...rowsOf('登录页', login, OTHERS.login), ...rowsOf('列表页（权限管理）', list, OTHERS.list)],
    }
  } finally {
    await browser.close()
    await product.stop()
    remove()
  }
}

function rowsOf(what: string, load: Load, others: { ruoyi: number; antDesignPro: number; bar: number }) {
  const ratio = load.kilobytes / others.ruoyi
  return [
    { what: `${what} 脚本（gzip）`, value: `${load.kilobytes.toFixed(0)} KB，${load.requests} 个请求` },
    { what: `${what} 脚本（实际传输）`, value: `${load.brotli.toFixed(0)} KB` },
    {
      what: `${what} / RuoYi-Vue3`,
      value: ratio.toFixed(2),
      bar: `≤ ${others.bar}`,
      met: ratio <= others.bar,
    },
    { what: `${what} / ant-design-pro 6`, value: (load.kilobytes / others.antDesignPro).toFixed(2) },
    { what: `${what} 可用`, value: `${(load.readyMs / 1000).toFixed(2)} 秒` },
  ]
}

async function rounds(
  browser: Browser,
  url: string,
  token: string | null,
  usable: (page: Page) => Promise<void>,
) {
  const loads: Load[] = []
  for (let round = 0; round < ROUNDS; round++) loads.push(await openOnce(browser, url, token, usable))
  const of = (key: keyof Load) => median(loads.map((load) => load[key]))
  return {
    kilobytes: of('kilobytes'),
    brotli: of('brotli'),
    requests: of('requests'),
    readyMs: of('readyMs'),
  }
}

async function openOnce(
  browser: Browser,
  url: string,
  token: string | null,
  usable: (page: Page) => Promise<void>,
): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' })
  if (token) await context.addCookies([{ name: COOKIE_NAME, value: token, url }])
  const page = await context.newPage()
  const scripts: Promise<{ gzip: number; sent: number }>[] = []
  page.on('response', (response) => {
    if (!/\.js(\?|$)/.test(response.url())) return
    scripts.push(
      Promise.all([response.body(), response.request().sizes()]).then(([body, sizes]) => ({
        gzip: gzipSync(body, { level: 9 }).length,
        sent: sizes.responseBodySize,
      })),
    )
  })
  const started = performance.now()
  await page.goto(url, { waitUntil: 'commit' })
  await usable(page)
  const readyMs = performance.now() - started
  await page.waitForTimeout(1_000)
  const sizes = await Promise.all(scripts)
  await context.close()
  const sum = (key: 'gzip' | 'sent') => sizes.reduce((total, size) => total + size[key], 0) / 1024
  return { kilobytes: sum('gzip'), brotli: sum('sent'), requests: sizes.length, readyMs }
}

async function signIn(address: string): Promise<string> {
  const response = await fetch(`${address}/auth/system/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account: 'province01', password: 'Demo@2026' }),
  })
  const { data } = (await response.json()) as { data: { token: string } }
  return data.token
}
