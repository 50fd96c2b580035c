import { TOGETHER_KEY } from '../lines/counted-tree.ts'
import type { Line } from '../lines/report-table.ts'
import { stageKey } from '../lines/stage-tree.ts'
import { TARGET_LINES, targetClause } from '../lines/targets.ts'
import { MYOPIA_RATE, valueIn } from '../sentences/finding-sentences.ts'

/** Compares each stage with its target; general and vocational 高中 together where there are both. */
export const stageTargets = ({ parts }: Line): string[] =>
  TARGET_LINES.map(({ name, stages, line }) => {
    const keys = [...stages.map(stageKey), ...(stages.length > 1 ? [TOGETHER_KEY] : [])]
    const stage = parts.find(({ key }) => keys.includes(key))
    return stage ? targetClause(name, valueIn(stage, MYOPIA_RATE), line) : ''
  })
