import { PlanKind } from '#contract/eyesight/plan-schemas.ts'
import { AreaWall } from '../frame/area-wall.tsx'

export function Page() {
  return (
    <AreaWall kind={PlanKind.code.routine} nothing="范围内还没有已发布的筛查计划，发布后这里显示进度。" />
  )
}
