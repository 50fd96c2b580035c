import { InboxOutlined } from '@ant-design/icons'
import { Upload } from 'antd'
import { fileTooLarge } from '#contract/core/fields.ts'
import { UPLOAD_MAX_MB, UPLOAD_SHEET_TYPES } from '#contract/core/limits.ts'
import { notifyError } from '#web/core/notice.ts'
import styles from './upload-dialog.module.css'

type Props = {
  id?: string
  value?: File
  onChange?: (file: File | undefined) => void
  disabled?: boolean
}

/** One sheet, chosen now and sent with the form. */
export function ImportSheetPicker({ id, value, onChange, disabled }: Props) {
  const take = (file: File) => {
    const fault = faultOf(file)
    if (fault) notifyError(fault)
    else onChange?.(file)
    return Upload.LIST_IGNORE
  }
  return (
    <Upload.Dragger
      id={id}
      accept={UPLOAD_SHEET_TYPES.join(',')}
      maxCount={1}
      disabled={disabled}
      beforeUpload={take}
      fileList={value ? [{ uid: 'sheet', name: value.name, status: 'done' }] : []}
      onRemove={() => onChange?.(undefined)}
    >
      <InboxOutlined aria-hidden className={styles.sheetIcon} />
      <div>{value ? '更换文件' : '选择文件'}，或拖到此处</div>
      <div className={styles.sheetHint}>支持 xlsx、xls 格式，单个文件不超过 {UPLOAD_MAX_MB}MB</div>
    </Upload.Dragger>
  )
}

export function faultOf({ name, size }: Pick<File, 'name' | 'size'>): string | null {
  const known = UPLOAD_SHEET_TYPES.some((type) => name.toLowerCase().endsWith(type))
  if (!known) return `只能上传 ${UPLOAD_SHEET_TYPES.join('、')} 格式的文件`
  return size > UPLOAD_MAX_MB * 1024 * 1024 ? fileTooLarge(UPLOAD_MAX_MB) : null
}
