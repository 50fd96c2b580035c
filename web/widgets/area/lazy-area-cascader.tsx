import { Select } from 'antd'
import { type ComponentProps, Suspense } from 'react'
import { lazyPart } from '#web/core/lazy-part.ts'

const AreaCascader = lazyPart(async () => (await import('./area-cascader.tsx')).AreaCascader)

type Props = ComponentProps<typeof AreaCascader>

/** The cascader of areas where a screen should not wait for it; a disabled select holds its place. */
export function LazyAreaCascader(props: Props) {
  const { id, placeholder, className } = props
  return (
    <Suspense fallback={<Select id={id} disabled loading placeholder={placeholder} className={className} />}>
      <AreaCascader {...props} />
    </Suspense>
  )
}
