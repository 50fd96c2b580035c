import { buildWebIfStale } from '../../scripts/build-web.mjs'
import { prepareDemoFolder } from '../support/demo-folder.ts'

/** What every start would otherwise make by itself, several at the same time. */
export async function setup() {
  await buildWebIfStale()
  await prepareDemoFolder()
}
