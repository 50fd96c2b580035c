// What a database was asked, as it counts itself (pg_stat_statements).
import pg from 'pg'

export type Counted = { text: string; calls: number }

/** Of counters or of many rows, unlike what is looked up for each who asks: session, plan and place. */
const AGGREGATE = /\b(figure\w*|plan_figure\w*|plan_school|class_feed|screening_record|\w+_tally)\b/
export const isAggregate = ({ text }: Counted): boolean => AGGREGATE.test(text)

export const COUNTING = { shared_preload_libraries: 'pg_stat_statements' }

export async function openStatements(superuser: pg.ClientConfig) {
  const client = new pg.Client(superuser)
  await client.connect()
  await client.query('create extension if not exists pg_stat_statements')
  return {
    client,
    reset: async () => {
      await client.query('select pg_stat_statements_reset()')
    },
    /** Since the last reset; what this connection asked is left out. */
    read: async (): Promise<Counted[]> => {
      const { rows } = await client.query<Counted>(`
        select query as text, sum(calls)::int as calls from pg_stat_statements
        where userid <> (select oid from pg_roles where rolname = current_user) group by query`)
      return rows
    },
    close: async () => {
      await client.query('drop extension pg_stat_statements')
      await client.end()
    },
  }
}

export type Statements = Awaited<ReturnType<typeof openStatements>>
