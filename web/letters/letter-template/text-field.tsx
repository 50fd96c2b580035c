import { Flex, Input, Typography } from 'antd'
import { type FocusEvent, useId } from 'react'
import type { LetterKindCode } from '#contract/exports/letter-filter.ts'
import { LETTER_TEXTS, type LetterText, longestText } from '#contract/letters/template-schemas.ts'
import layout from '#web/core/layout.module.css'
import styles from './letter-template.module.css'

export type TextElement = HTMLInputElement | HTMLTextAreaElement

/** The others may have paragraphs. */
const ONE_LINE: readonly LetterText[] = ['title', 'greeting', 'seal']
const LINES = { minRows: 2, maxRows: 10 }

const HINTS: Partial<Record<LetterText, string>> = {
  normal: '接在系统给出的建议之后，可以不填',
  watch: '接在系统给出的建议之后，可以不填',
  referral: '接在系统给出的建议之后，可以不填',
}

type Props = {
  kind: LetterKindCode
  text: LetterText
  value: string
  faults: readonly string[]
  onChange: (value: string) => void
  onFocus: (element: TextElement) => void
}

/** One text of a template with its length, and what is wrong with it. */
export function TextField({ kind, text, value, faults, onChange, onFocus }: Props) {
  const id = useId()
  const isWrong = faults.length > 0
  const length = value.trim().length
  const longest = longestText(kind, text)
  const shared = {
    id,
    value,
    placeholder: HINTS[text],
    status: isWrong ? ('error' as const) : undefined,
    'aria-invalid': isWrong,
    'aria-describedby': isWrong ? `${id}-fault` : undefined,
    onChange: ({ target }: { target: TextElement }) => onChange(target.value),
    onFocus: ({ currentTarget }: FocusEvent<TextElement>) => onFocus(currentTarget),
  }
  return (
    <div className={styles.field}>
      <Flex justify="space-between" align="baseline" className={layout.below4}>
        <label htmlFor={id}>{LETTER_TEXTS[text]}</label>
        <Typography.Text type={length > longest ? 'danger' : 'secondary'} className={layout.smallText}>
          {length} / {longest}
        </Typography.Text>
      </Flex>
      {ONE_LINE.includes(text) ? <Input {...shared} /> : <Input.TextArea {...shared} autoSize={LINES} />}
      {isWrong && (
        <div id={`${id}-fault`} role="alert">
          {faults.map((fault) => (
            <Typography.Text key={fault} type="danger" className={styles.fault}>
              {fault}
            </Typography.Text>
          ))}
        </div>
      )}
    </div>
  )
}
