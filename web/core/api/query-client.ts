import { QueryCache, QueryClient } from '@tanstack/react-query'
import { notifyError } from '#web/core/notice.ts'
import { onSignedOut } from '#web/core/session/session-store.ts'
import { ApiError } from './errors.ts'

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (query.meta?.background) return
      if (error instanceof ApiError && !error.silent) notifyError(error.message)
    },
  }),
  defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false, networkMode: 'always' } },
})

onSignedOut(() => queryClient.clear())
