// A migration that was delivered has been applied somewhere: edited, it would lock that data out.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readMigrations } from '#server/core/db/migrate.ts'
import { textOf } from './sources.ts'

type Delivered = {
  /** The last version that was handed over. */
  version: string
  /** Its migrations with their checksums. */
  migrations: Record<string, string>
}

const FILE = new URL('../../server/migrations/delivered.json', import.meta.url)
const delivered = JSON.parse(readFileSync(FILE, 'utf8')) as Delivered
const present = readMigrations()

describe('migrations', () => {
  it('that were delivered stay as they were', () => {
    const checksums = new Map(present.map(({ name, checksum }) => [name, checksum]))
    const now = Object.keys(delivered.migrations).map((name) => [name, checksums.get(name)])
    expect(Object.fromEntries(now)).toEqual(delivered.migrations)
  })

  it('that are new come after all of them', () => {
    const names = present.map(({ name }) => name)
    const known = Object.keys(delivered.migrations)
    expect(names.slice(0, known.length)).toEqual(known)
  })

  it('are listed for the version before the one that is under way', () => {
    const [underWay, last] = [...textOf('CHANGELOG.md').matchAll(/^## (\S+)$/gm)].map(
      ([, version]) => version,
    )
    const { version } = JSON.parse(textOf('package.json')) as { version: string }
    expect(underWay).toBe(version)
    expect(delivered.version).toBe(last)
  })
})
