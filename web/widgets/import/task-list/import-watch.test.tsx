import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { ImportTask } from '#contract/imports/schemas.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { useImportWatch } from './import-watch.ts'

afterEach(() => vi.doUnmock('./roster-calls.ts'))

/** An import of somebody else that is seen being written, then done. */
function watchWritten() {
  const client = new QueryClient()
  const refreshed = vi.spyOn(client, 'invalidateQueries')
  const inState = (state: ImportTask['state']) => [{ recordId: 7, state, finishedAt: null }] as ImportTask[]
  const { rerender } = renderHook(({ tasks }) => useImportWatch(tasks, () => undefined), {
    initialProps: { tasks: inState('writing') },
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  rerender({ tasks: inState('done') })
  return refreshed
}

test('the roster is read again once rows are written', async () => {
  const refreshed = watchWritten()
  const queryKey = [studentEndpoints.studentPageList.path]
  await vi.waitFor(() => expect(refreshed).toHaveBeenCalledWith({ queryKey }))
  expect(refreshed).not.toHaveBeenCalledWith()
})

test('everything is read again where it cannot be found out what shows the roster', async () => {
  vi.doMock('./roster-calls.ts', () => {
    throw new Error('gone')
  })
  const refreshed = watchWritten()
  await vi.waitFor(() => expect(refreshed).toHaveBeenCalledWith())
})
