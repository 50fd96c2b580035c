import { SchoolStage } from '#contract/core/codes.ts'
import type { StageDone } from '#contract/overview/wall.ts'
import { BarRows } from '../chart/bar-rows.tsx'
import { percentText, shareOf } from '../frame/number-text.ts'

export function StageProgress({ stages, target }: { stages: readonly StageDone[]; target: number }) {
  const rows = stages
    .filter(({ expected }) => expected > 0)
    .map(({ stage, expected, screened }) => {
      // Not begun is no result of zero.
      const value = screened === 0 ? null : shareOf(screened, expected)
      return { key: String(stage), name: SchoolStage.label(stage), value, text: percentText(value) }
    })
  return <BarRows rows={rows} target={target} targetText={String(target)} />
}
