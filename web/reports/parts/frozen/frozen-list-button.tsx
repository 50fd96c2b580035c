import { Button } from 'antd'
import { Suspense } from 'react'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useOpened } from '#web/core/use-opened.ts'
import type { FrozenListProps } from './frozen-list.tsx'

const FrozenList = lazyPart(async () => (await import('./frozen-list.tsx')).FrozenList)

export function FrozenListButton({ kind, here }: Pick<FrozenListProps, 'kind' | 'here'>) {
  const list = useOpened<true>()
  return (
    <>
      <Button onClick={() => list.show(true)}>已冻结报告</Button>
      <Suspense>
        {list.content && (
          <FrozenList key={list.nth} open={list.open} kind={kind} here={here} onClose={list.hide} />
        )}
      </Suspense>
    </>
  )
}
