import type { TestProject } from 'vitest/node'
import { buildWebIfStale, knowPages } from '../../scripts/build-web.mjs'
import { knowSources } from '../../scripts/run-server-module.mjs'
import { prepareDemoFolder } from '../support/demo-folder.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where `demoFolder` copies from. */
    preparedDemo: string
  }
}

/** What every start would otherwise make by itself, several at the same time. */
export async function setup(project: TestProject) {
  knowSources()
  knowPages()
  await buildWebIfStale()
  project.provide('preparedDemo', await prepareDemoFolder())
}
