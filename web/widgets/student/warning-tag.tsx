import { Tag } from 'antd'

/** Colours of the four levels, as the field knows them. */
const COLORS = ['blue', 'gold', 'orange', 'red'] as const

export const WarningTag = ({ level }: { level: number | null }) =>
  level === null ? null : <Tag color={COLORS[level]}>{level}级</Tag>
