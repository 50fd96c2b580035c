import { Button } from 'antd'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useDialog } from '#web/widgets/dialog/use-dialog.tsx'
import type { FrozenListProps } from './frozen-list.tsx'

const FrozenList = lazyPart(async () => (await import('./frozen-list.tsx')).FrozenList)

export function FrozenListButton({ kind, here }: Pick<FrozenListProps, 'kind' | 'here'>) {
  const list = useDialog(FrozenList, { kind, here })
  return (
    <>
      <Button onClick={() => list.show()}>已冻结报告</Button>
      {list.element}
    </>
  )
}
