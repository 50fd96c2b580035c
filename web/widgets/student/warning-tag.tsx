import { Tag } from 'antd'
import { warningWord } from '#contract/eyesight/warning-words.ts'

/** Colours of the four levels, as the field knows them. */
const COLORS = ['blue', 'gold', 'orange', 'red'] as const

export const WarningTag = ({ level }: { level: number | null }) =>
  level === null ? warningWord(level) : <Tag color={COLORS[level]}>{warningWord(level)}</Tag>
