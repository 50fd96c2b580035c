import { useEffect } from 'react'
import type { Page, PageQuery } from '#contract/core/envelope.ts'

type List = { data: Page<unknown> | undefined; isFetching: boolean }

/** Rows may have gone since the address was made: steps back to the last page there is. */
export function useLastPage(
  { data, isFetching }: List,
  { pageNum, pageSize }: PageQuery,
  onPage: (next: PageQuery, options: { replace: boolean }) => void,
): void {
  const lastPage = Math.max(1, Math.ceil((data?.total ?? 0) / pageSize))
  const beyond = !isFetching && data?.list.length === 0 && pageNum > lastPage
  useEffect(() => {
    if (beyond) onPage({ pageNum: lastPage, pageSize }, { replace: true })
  }, [beyond, lastPage, onPage, pageSize])
}
