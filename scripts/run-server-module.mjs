import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { ensureInstalled, requireNode } from './ensure-installed.mjs'

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')

requireNode()
ensureInstalled()

let registered = false

/** Loads a TypeScript module of the project in this process. */
export async function runServerModule(file) {
  if (!registered) {
    const { register } = await import('tsx/esm/api')
    register()
    registered = true
  }
  return import(pathToFileURL(path.join(ROOT, file)).href)
}
