import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Endpoint, InputOf, OutputOf } from '#contract/core/endpoint.ts'
import { type ApiError, callOrFollow } from './call.ts'

export type UseCallOptions = {
  enabled?: boolean
  /** A poll that must not count as the user's activity; its failures show no notice. */
  background?: boolean
  refetchInterval?: number | false
  /** The answer stays the same as long as the product runs: it is read once. */
  lasting?: boolean
}

/** Reads an endpoint; the rows of the last page stay while the next one loads. */
export function useCall<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { enabled, background, refetchInterval, lasting }: UseCallOptions = {},
): UseQueryResult<OutputOf<E>, ApiError> {
  return useQuery<OutputOf<E>, ApiError>({
    queryKey: [endpoint.path, input],
    queryFn: ({ signal }) => callOrFollow(endpoint, input, { background, signal }),
    placeholderData: keepPreviousData as never,
    enabled,
    refetchInterval,
    ...(lasting && { staleTime: Number.POSITIVE_INFINITY }),
    meta: { background },
  })
}
