import { useEffect, useState } from 'react'
import { areaEndpoints } from '#contract/areas/endpoints.ts'
import type { AreaNode } from '#contract/areas/schemas.ts'
import { ApiError, call } from '#web/core/api/call.ts'
import { notifyError } from '#web/core/notice.ts'

export function useRegionTree(): AreaNode[] {
  const [tree, setTree] = useState<AreaNode[]>([])
  useEffect(() => {
    call(areaEndpoints.regionTree, {}).then(setTree, (error: unknown) => {
      if (error instanceof ApiError && !error.silent) notifyError(error.message)
    })
  }, [])
  return tree
}
