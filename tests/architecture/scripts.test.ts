import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { screensTouchedBy } from '../../scripts/changed-screens.mjs'

describe('the screens whose tests a change asks for', () => {
  it('are those of the features that changed, in the pages or in the contract', () => {
    const files = ['web/students/page.tsx', 'contract/schools/endpoints.ts', 'web/students/screens.ts']
    expect(screensTouchedBy(files)).toEqual(['web/schools/', 'web/students/'])
  })

  it('are none for the server, the documents and an empty line of git', () => {
    expect(screensTouchedBy(['server/students/routes.ts', 'docs/decisions.md', ''])).toEqual([])
  })

  it.each(['web/core/theme.ts', 'web/widgets/list/list.tsx', 'contract/core/codes.ts', 'web'])(
    'are all for %s, which many share',
    (file) => {
      expect(screensTouchedBy(['web/students/page.tsx', file])).toEqual(['web'])
    },
  )
})

it('a fault in the bundle of the server names the source it comes from', () => {
  const loader = new URL('../../scripts/run-server-module.mjs', import.meta.url).href
  const script = `
    const { runServerModule } = await import(${JSON.stringify(loader)})
    const { readConfig } = await runServerModule('server/core/config.ts')
    try { readConfig({ PORT: 'eighty' }) } catch (error) { console.log(error.stack) }`
  const args = ['--input-type=module', '--eval', script]
  const stack = execFileSync(process.execPath, args, { encoding: 'utf8' })
  expect(stack).toMatch(/^StartError: .*PORT/)
  expect(stack).toMatch(/ at .*readConfig \(.*server[\\/]core[\\/]config\.ts:\d+:\d+\)/)
})
