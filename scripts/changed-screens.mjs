import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './run-server-module.mjs'

/** The whole web is affected by what stands here. */
const SHARED_BY_ALL = ['core', 'app', 'testing', 'widgets']

/** The folders of component tests that a change since the commit before the last one may affect. */
export const changedScreens = () => screensTouchedBy(changedFiles())

export function screensTouchedBy(files) {
  const features = readdirSync(path.join(ROOT, 'web'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !SHARED_BY_ALL.includes(entry.name))
    .map(({ name }) => name)
  const folders = new Set()
  for (const file of files) {
    const [part, feature] = file.split('/')
    if (part !== 'web' && part !== 'contract') continue
    if (!features.includes(feature)) return ['web']
    folders.add(`web/${feature}/`)
  }
  return [...folders].filter(hasComponentTests).sort()
}

const hasComponentTests = (folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true }).some((file) => file.endsWith('.test.tsx'))

function changedFiles() {
  const git = (...args) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n')
  try {
    return [...git('diff', '--name-only', 'HEAD~1'), ...git('ls-files', '--others', '--exclude-standard')]
  } catch {
    // No history is known here: everything may have changed.
    return ['web']
  }
}
