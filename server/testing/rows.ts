import { DEMO_ORGS } from '../seed/demo-world.ts'
import type { TestApp } from './app.ts'

/** Where the tables of a test stand: an application, or a database without one. */
export type Tables = { data: { requests: Pick<TestApp['data']['requests'], 'pool'> } }

/** What stands in the tables, as the application's own role sees it. */
export async function rowsOf<Row = Record<string, unknown>>(
  app: Tables,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const { rows } = await app.data.requests.pool.query(statement, values)
  return rows as Row[]
}

export async function orgIdOf(app: TestApp, orgKey: string): Promise<number> {
  const name = DEMO_ORGS.find(({ key }) => key === orgKey)?.name ?? ''
  const { id } = await app.db
    .selectFrom('org')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return id
}

export async function orgIdsByName(app: TestApp): Promise<Map<string, number>> {
  const rows = await app.db.selectFrom('org').select(['id', 'name']).execute()
  return new Map(rows.map(({ id, name }) => [name, id]))
}

/** Runs a statement as the application's own role; answers the first value of its first row. */
export async function oneOf(app: Tables, statement: string, values: unknown[] = []): Promise<number> {
  const [row] = await rowsOf<Record<string, unknown>>(app, statement, values)
  return Number(Object.values(row ?? {})[0])
}
