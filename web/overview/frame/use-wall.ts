import { useQuery } from '@tanstack/react-query'
import type { Endpoint, InputOf, OutputOf } from '#contract/core/endpoint.ts'
import { WALL_POLL_MS } from '#contract/overview/wall.ts'
import { type ApiError, callOrFollow } from '#web/core/api/call.ts'
import { queryClient } from '#web/core/api/query-client.ts'

/** Away: asking more often helps nobody. */
const EVERY_MS_WHEN_AWAY = 5_000

type Answer = { mark: string; at: string; view: unknown }
type Known<A extends Answer> = A & { view: NonNullable<A['view']> }
export type Wall<A extends Answer> = {
  data: Known<A> | undefined
  /** When the server last said that these are the figures. */
  updatedAt: number
  /** The figures are those of `updatedAt`: the server does not answer. */
  away: boolean
  /** There is nothing to show and there will not be. */
  error: ApiError | null
}

/** The question for a view, with what is known of it already. */
function wallQuery<E extends Endpoint>(endpoint: E, input: InputOf<E> & object) {
  type A = OutputOf<E> & Answer
  const queryKey = [endpoint.path, input]
  return {
    queryKey,
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const known = queryClient.getQueryData<Known<A>>(queryKey)
      const asked = known ? { ...input, seen: known.mark } : input
      const answer = (await callOrFollow(endpoint, asked as InputOf<E>, { background: true, signal })) as A
      if (answer.view !== null) return answer as Known<A>
      // The same object as before: nothing is drawn anew.
      return { ...answer, view: known?.view } as Known<A>
    },
    // What is kept for going back is asked for anew when it is shown.
    gcTime: 60_000,
    meta: { background: true },
  }
}

/** Reads a view before it is shown. */
export const fetchWall = <E extends Endpoint>(endpoint: E, input: InputOf<E> & object): Promise<unknown> =>
  queryClient.fetchQuery(wallQuery(endpoint, input))

/** Reads a view again and again while the page is in sight; figures that stayed the same are not sent again. */
export function useWall<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E> & object,
): Wall<OutputOf<E> & Answer> {
  type A = OutputOf<E> & Answer
  const { data, dataUpdatedAt, error, isError } = useQuery<Known<A>, ApiError>({
    ...wallQuery(endpoint, input),
    refetchInterval: (query) => (query.state.status === 'error' ? EVERY_MS_WHEN_AWAY : WALL_POLL_MS),
  })
  const isRefused = error !== null && error.code > 0 && error.code !== 503 && error.code !== 429
  return {
    data,
    updatedAt: dataUpdatedAt,
    away: isError && data !== undefined,
    error: isError && (data === undefined || isRefused) ? error : null,
  }
}
