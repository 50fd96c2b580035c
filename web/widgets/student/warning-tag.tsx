import { Tag } from 'antd'
import { warningWord } from '#contract/eyesight/warning-words.ts'
import styles from './student.module.css'

const CLASSES: Record<number, string | undefined> = {
  1: styles.levelOne,
  2: styles.levelTwo,
  3: styles.levelThree,
}

type Props = {
  level: number | null
  /** After the word of the level: 预警. */
  suffix?: string
}

/** The level of a warning in its colour and in words. */
export const WarningTag = ({ level, suffix = '' }: Props) =>
  level === null ? (
    warningWord(level)
  ) : (
    <Tag color={level === 0 ? 'blue' : undefined} className={CLASSES[level]}>
      {warningWord(level)}
      {suffix}
    </Tag>
  )
