import { type ChildProcessByStdio, type SpawnOptions, spawn } from 'node:child_process'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { PROJECT_ROOT } from '../core/config.ts'

/** A process of its own, to be killed or frozen; `load('server/…')` in the script gives it a module of ours. */
export function spawnScript(
  script: string,
  args: string[] = [],
  options: SpawnOptions = {},
): ChildProcessByStdio<null, Readable, null> {
  const loader = pathToFileURL(path.join(PROJECT_ROOT, 'scripts/run-server-module.mjs')).href
  const source = `import { runServerModule as load } from ${JSON.stringify(loader)}\n${script}`
  return spawn(process.execPath, ['--input-type=module', '-e', source, ...args], {
    ...options,
    cwd: PROJECT_ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}
