import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { answers, freePort } from '../tests/support/local-address.ts'

export type ScratchProduct = { address: string; process: ChildProcess; stop(): Promise<void> }

export function scratchFolder(): { folder: string; remove(): void } {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'vision-bench-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Runs `npm start` of a project folder on a free port and waits for the login page. */
export async function startProduct(project: string, dataDir: string): Promise<ScratchProduct> {
  const port = await freePort()
  const child = spawn('npm', ['start'], {
    cwd: project,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: undefined },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const address = `http://127.0.0.1:${port}`
  while (!(await answers(`${address}/login`))) {
    if (child.exitCode !== null) throw new Error('the product did not start')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return {
    address,
    process: child,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
