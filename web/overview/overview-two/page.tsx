import { PlanKind } from '#contract/eyesight/plan-schemas.ts'
import { AreaWall } from '../frame/area-wall.tsx'

/** General surveys: the same views, with who of the roster is in their range. */
export function Page() {
  return (
    <AreaWall
      kind={PlanKind.code.survey}
      prefix="普查 · "
      nothing="范围内还没有已发布的普查计划，新增计划时选择“普查”，发布后这里显示进度。"
    />
  )
}
