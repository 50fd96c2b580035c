import { sql } from 'kysely'

/** Selected together with the rows of a page, so that list and total are one round trip. */
export const totalCount = sql<number>`count(*)::int`

type Paging = { pageNum: number; pageSize: number }
/**
 * The page size stands in the statement itself and the first page has no offset: with numbers it does not know,
 * PostgreSQL plans the query anew each time, which takes longer than running it. The sizes are few.
 */
export function paged<Query extends Pageable<Query>>(
  query: Query,
  { pageNum, pageSize }: Paging,
  offset = (pageNum - 1) * pageSize,
): Query {
  const limited = query.limit(sql.lit(pageSize))
  return pageNum === 1 ? limited : limited.offset(offset)
}
type Pageable<Query> = {
  limit(count: ReturnType<typeof sql.lit<number>>): Query
  offset(count: number): Query
}

/** A page with its total. Beyond the last page no row carries the total: then it is counted apart. */
export async function pageOf<Row extends { total: number | null }>(
  query: Paging,
  list: Row[],
  count: () => Promise<{ total: number }>,
) {
  const total = list[0]?.total ?? (query.pageNum === 1 ? 0 : (await count()).total)
  return { list, total, pageNum: query.pageNum, pageSize: query.pageSize }
}
