import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildWebIfStale } from '../../../scripts/build-web.mjs'
import { findBrowser } from '../../../scripts/ensure-browser.mjs'
import { copyDemoFolder, prepareDemoFolder } from '../../support/demo-folder.ts'
import { answers, freePort } from '../../support/local-address.ts'
import { forgetFailures } from './pictures-folder.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    addresses: string[]
    browserPath: string
  }
}

const ROOT = path.resolve(import.meta.dirname, '../../..')
const START_MS = 240_000

/** As many as there are workers, so that files that run in parallel do not meet in one product. */
const PRODUCTS = 2

/** The product as `npm start` gives it, with a demo nobody has used yet, for the whole run. */
export async function setup(project: TestProject) {
  const browserPath = findBrowser()
  if (!browserPath) throw new Error('no Chromium was found: install it, or name it in CHROMIUM')
  forgetFailures()
  await buildWebIfStale()
  const prepared = await prepareDemoFolder()
  const starting = Array.from({ length: PRODUCTS }, () => startProduct(prepared))
  const stop = async () => {
    const started = await Promise.allSettled(starting)
    await Promise.all(started.map((each) => each.status === 'fulfilled' && each.value.stop()))
  }
  try {
    project.provide(
      'addresses',
      (await Promise.all(starting)).map(({ address }) => address),
    )
  } catch (error) {
    await stop()
    throw error
  }
  project.provide('browserPath', browserPath)
  return stop
}

async function startProduct(prepared: string) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'vision-browser-'))
  chmodSync(folder, 0o755)
  copyDemoFolder(prepared, path.join(folder, 'data'))
  const port = await freePort()
  const product = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: ROOT,
    env: productEnvironment(port, folder),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => product.once('exit', () => resolve()))
  const stop = async () => {
    product.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  const address = `http://127.0.0.1:${port}`
  try {
    await untilServed(`${address}/login`, product)
  } catch (error) {
    await stop()
    throw error
  }
  return { address, stop }
}

/**
 * None of the settings of the person who runs the tests: the demo as it comes, with everything that can be switched
 * on. On a machine that stands still for seconds a page must not fail where a user would be asked to try again.
 */
function productEnvironment(port: number, folder: string): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, LANG } = process.env
  const given = { PATH, HOME, TMPDIR, LANG }
  const own = { PORT: String(port), DATA_DIR: path.join(folder, 'data') }
  // All tests come from one address, many from one account.
  const limits = {
    EXISTENCE_CHECKS_PER_MINUTE: '100000',
    NUMBER_SEARCHES_PER_MINUTE: '100000',
    UPLOAD_BYTES_PER_SECOND: '0',
    SMS_CAPTCHA_AFTER: '50',
  }
  return { ...given, ...own, ...limits, FACE_PHOTO: 'on', DATABASE_WAIT_MS: '120000' }
}

async function untilServed(url: string, product: ChildProcess): Promise<void> {
  const deadline = performance.now() + START_MS
  while (performance.now() < deadline) {
    if (product.exitCode !== null) throw new Error('the product did not start')
    if (await answers(url)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`the product did not answer within ${START_MS / 1000} seconds`)
}
