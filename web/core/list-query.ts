import { useCallback, useMemo } from 'react'
import type { z } from 'zod'
import type { PageQuery } from '#contract/core/envelope.ts'
import { parseQuery, type SetQuery, useUrlState } from './url-state.ts'

/** Clearing the filters goes to the first page; page size and order stay. */
const NOT_FILTERS: readonly string[] = ['pageNum', 'pageSize', 'sort']

type Options<S extends z.ZodObject> = {
  /** Fields that say what is listed rather than narrow it: clearing the filters leaves them. A constant. */
  pinned?: readonly (keyof z.output<S>)[]
  /** Takes out of the query what the user may not ask for: a link can come from a colleague who sees more. */
  restrict?: (query: z.output<S>) => z.output<S>
}

export type ListQuery<S extends z.ZodObject> = {
  query: z.output<S>
  /** The query without page and order. */
  filter: Omit<z.output<S>, 'pageNum' | 'pageSize' | 'sort'>
  /** Whether a filter differs from its default. */
  filtered: boolean
  /** Every change of a filter starts again at the first page. */
  setFilter: SetQuery<S>
  setQuery: SetQuery<S>
  reset: () => void
  /** The props of a `ListPage` or `ListTable` that depend on the address. */
  table: {
    query: PageQuery
    onPage: (next: PageQuery, options?: { replace?: boolean }) => void
    onReset: (() => void) | undefined
  }
}

/** The filters of a schema with their defaults. */
export function defaultFilters(
  schema: z.ZodObject,
  pinned: readonly PropertyKey[] = [],
): Record<string, unknown> {
  const defaults: Record<string, unknown> = parseQuery(schema, '')
  const names = Object.keys(schema.shape).filter(
    (name) => !NOT_FILTERS.includes(name) && !pinned.includes(name),
  )
  return Object.fromEntries(names.map((name) => [name, defaults[name]]))
}

export const isFiltered = (query: Record<string, unknown>, defaults: Record<string, unknown>): boolean =>
  Object.entries(defaults).some(([name, value]) => String(query[name]) !== String(value))

/** Filters, order and page of a list by the schema of its endpoint's query, held in the address. */
export function useListQuery<S extends z.ZodObject>(
  schema: S,
  { pinned, restrict }: Options<S> = {},
): ListQuery<S> {
  const [address, setQuery] = useUrlState(schema)
  const query = restrict ? restrict(address) : address
  const defaults = useMemo(() => defaultFilters(schema, pinned), [schema, pinned])
  const filtered = isFiltered(query, defaults)
  const setFilter = useCallback<SetQuery<S>>(
    (patch, options) => setQuery({ ...patch, pageNum: 1 }, options),
    [setQuery],
  )
  const reset = useCallback(() => setFilter(defaults as Partial<z.output<S>>), [setFilter, defaults])
  const { pageNum, pageSize, sort: _, ...filter } = query as z.output<S> & PageQuery & { sort?: unknown }
  return {
    query,
    filter: filter as ListQuery<S>['filter'],
    filtered,
    setFilter,
    setQuery,
    reset,
    table: {
      query: { pageNum, pageSize },
      // Every query of a list has the page.
      onPage: setQuery as unknown as ListQuery<S>['table']['onPage'],
      onReset: filtered ? reset : undefined,
    },
  }
}
