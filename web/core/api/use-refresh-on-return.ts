import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Endpoint } from '#contract/core/endpoint.ts'

/** Called on the way to another tab: what is changed there is read again on coming back. */
export function useRefreshOnReturn(endpoints: readonly Endpoint[]): () => void {
  const client = useQueryClient()
  return useCallback(() => {
    const refresh = () => {
      for (const { path } of endpoints) void client.invalidateQueries({ queryKey: [path] })
    }
    window.addEventListener('focus', refresh, { once: true })
  }, [client, endpoints])
}
