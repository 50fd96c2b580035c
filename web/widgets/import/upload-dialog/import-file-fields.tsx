import { Form } from 'antd'
import { MESSAGES } from '#contract/core/fields.ts'
import layout from '#web/core/layout.module.css'
import { SelectRadio } from '../../select/select-radio.tsx'
import { ImportSheetPicker } from './import-sheet-picker.tsx'

const WRITE_MODES = [
  { value: 1, label: '预览后写入' },
  { value: 0, label: '直接写入' },
] as const

type Props = {
  disabled: boolean
  /** What a preview shows. */
  previewHint: string
}

/** The sheet to upload, and whether its rows are previewed before they are written. */
export function ImportFileFields({ disabled, previewHint }: Props) {
  return (
    <>
      <Form.Item
        name="file"
        label="文件"
        // The input lies inside the button that opens it.
        htmlFor=""
        rules={[{ required: true, message: MESSAGES.fileRequired[0] }]}
      >
        <ImportSheetPicker disabled={disabled} />
      </Form.Item>
      <Form.Item
        name="preview"
        label="写入方式"
        extra={previewHint}
        getValueProps={(preview: boolean) => ({ value: preview ? 1 : 0 })}
        normalize={(mode: number) => mode === 1}
        className={layout.below8}
      >
        <SelectRadio options={WRITE_MODES} />
      </Form.Item>
    </>
  )
}
