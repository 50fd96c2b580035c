import { Button, Flex, Switch, Typography } from 'antd'
import { useId } from 'react'
import type { LetterKindCode } from '#contract/exports/letter-filter.ts'
import {
  fieldsOf,
  LETTER_TEXTS,
  type LetterContent,
  type TemplateFault,
  textsOf,
} from '#contract/letters/template-schemas.ts'
import styles from './letter-template.module.css'
import { TextField } from './text-field.tsx'
import { useInsertion } from './use-insertion.ts'

type Props = {
  kind: LetterKindCode
  content: LetterContent
  faults: readonly TemplateFault[]
  onChange: (content: LetterContent) => void
}

/** Every text of a template, and the fields that can be named in them. */
export function TemplateForm({ kind, content, faults, onChange }: Props) {
  const insertion = useInsertion(content)
  const insert = (field: string) =>
    onChange({ ...content, [insertion.text]: insertion.valueWith(`{${field}}`) })
  return (
    <>
      <fieldset className={styles.fields}>
        <legend>插入字段到“{LETTER_TEXTS[insertion.text]}”，打印时换成每名学生的内容</legend>
        <Flex gap={6} wrap>
          {fieldsOf(kind).map((field) => (
            <Button
              key={field}
              size="small"
              // The cursor stays in the text.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => insert(field)}
            >{`{${field}}`}</Button>
          ))}
        </Flex>
      </fieldset>
      <div className={styles.texts}>
        {textsOf(kind).map((text) => (
          <TextField
            key={text}
            kind={kind}
            text={text}
            value={content[text]}
            faults={faults.filter((fault) => fault.text === text).map(({ message }) => message)}
            onChange={(value) => onChange({ ...content, [text]: value })}
            onFocus={(element) => insertion.onFocus(text, element)}
          />
        ))}
        {kind === 'result' && (
          <Choice
            label="二维码"
            hint="家长扫码查看结果并确认知晓"
            value={content.qr}
            onChange={(qr) => onChange({ ...content, qr })}
          />
        )}
        <Choice
          label="回执"
          hint="裁下后由家长签字交回"
          value={content.strip}
          onChange={(strip) => onChange({ ...content, strip })}
        />
      </div>
    </>
  )
}

type ChoiceProps = { label: string; hint: string; value: boolean; onChange: (value: boolean) => void }

function Choice({ label, hint, value, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <Flex gap="small" align="center">
      <Switch id={id} aria-label={label} checked={value} onChange={onChange} />
      <label htmlFor={id}>{label}</label>
      <Typography.Text type="secondary">{hint}</Typography.Text>
    </Flex>
  )
}
