import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { z } from 'zod'

/** Reads a query by a schema; a value that is missing or wrong falls back to the field's default. */
export function parseQuery<S extends z.ZodObject>(schema: S, search: string): z.output<S> {
  const params = new URLSearchParams(search)
  const query: Record<string, unknown> = {}
  for (const [key, field] of Object.entries(schema.shape) as [string, z.ZodType][]) {
    const texts = params.getAll(key)
    for (const candidate of texts.length > 0 ? [texts[0], texts, undefined] : [undefined]) {
      const result = field.safeParse(candidate)
      if (!result.success) continue
      if (result.data !== undefined) query[key] = result.data
      break
    }
  }
  return query as z.output<S>
}

/** The search part with a change made; what equals the default stays out of the address. */
export function patchSearch(schema: z.ZodObject, search: string, patch: Record<string, unknown>): string {
  const params = new URLSearchParams(search)
  const defaults = parseQuery(schema, '') as Record<string, unknown>
  for (const [key, value] of Object.entries(patch)) {
    params.delete(key)
    const values = (Array.isArray(value) ? value : [value]).filter(
      (item) => item !== undefined && item !== null && item !== '',
    )
    if (String(values) === String(defaults[key])) continue
    for (const item of values) params.append(key, String(item))
  }
  const text = params.toString()
  return text && `?${text}`
}

export type SetQuery<S extends z.ZodObject> = (
  patch: Partial<z.output<S>>,
  options?: { replace?: boolean },
) => void

/** Filters of a list, held in the address so that a view can be shared and gone back to. */
export function useUrlState<S extends z.ZodObject>(schema: S): [query: z.output<S>, setQuery: SetQuery<S>] {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const query = useMemo(() => parseQuery(schema, search), [schema, search])
  const setQuery = useCallback<SetQuery<S>>(
    (patch, { replace = false } = {}) => {
      // The address itself may be ahead of what is drawn: of two quick changes neither must be lost.
      const { location } = window
      const latest = location.pathname === pathname ? location.search : search
      void navigate({ pathname, search: patchSearch(schema, latest, patch) }, { replace })
    },
    [navigate, pathname, schema, search],
  )
  return [query, setQuery]
}
