import { PlusOutlined, UploadOutlined } from '@ant-design/icons'
import { Button, Flex, Typography, Upload, type UploadFile, type UploadProps } from 'antd'
import { useRef, useState } from 'react'
import { effectOf } from '#contract/core/error-codes.ts'
import { fileTooLarge, MESSAGES } from '#contract/core/fields.ts'
import {
  UPLOAD_IMAGE_MAX_FILES,
  UPLOAD_IMAGE_TYPES,
  UPLOAD_MAX_MB,
  UPLOAD_SHEET_TYPES,
} from '#contract/core/limits.ts'
import { messageOfFailure } from '#web/core/api/errors.ts'
import { transport } from '#web/core/api/transport.ts'
import layout from '#web/core/layout.module.css'
import { notifyError } from '#web/core/notice.ts'
import { PageModal } from './dialog/page-modal.tsx'
import styles from './file-upload.module.css'

type Answer = { success?: boolean; code?: number; message?: string; data?: unknown }
export type UploadedFile = UploadFile<Answer>

const DEFAULTS = {
  image: {
    types: UPLOAD_IMAGE_TYPES,
    count: UPLOAD_IMAGE_MAX_FILES,
    list: 'picture-card',
    label: '上传图片',
  },
  sheet: { types: UPLOAD_SHEET_TYPES, count: 1, list: 'text', label: '选择文件' },
} as const

type Props = {
  id?: string
  kind: 'image' | 'sheet'
  /** Path of the call that takes the file. */
  path: string
  /** Sent along with every file. */
  params?: Record<string, string | number>
  types?: readonly string[]
  maxMb?: number
  maxCount?: number
  value?: UploadedFile[]
  /** All files of the list; `response.data` of one that is done holds the server's answer. */
  onChange?: (files: UploadedFile[]) => void
  disabled?: boolean
}

/** Spec §2, §5: picture cards or a list of sheets, each sent as soon as it is chosen. */
export function FileUpload({ kind, path, params, value, onChange, disabled, ...limits }: Props) {
  const [own, setOwn] = useState<UploadedFile[]>([])
  const [preview, setPreview] = useState<UploadedFile>()
  const sentWith = useRef<string | null>(null)
  const files = value ?? own
  const { list, label } = DEFAULTS[kind]
  const types: readonly string[] = limits.types ?? DEFAULTS[kind].types
  const maxMb = limits.maxMb ?? UPLOAD_MAX_MB
  const maxCount = limits.maxCount ?? DEFAULTS[kind].count

  const emit = (next: UploadedFile[]) => {
    setOwn(next)
    onChange?.(next)
  }
  const check: UploadProps['beforeUpload'] = (file) => {
    const fault = faultOf(file, types, maxMb)
    sentWith.current = transport.token()
    if (!fault) return true
    notifyError(fault)
    return Upload.LIST_IGNORE
  }
  const handleChange: UploadProps<Answer>['onChange'] = ({ file, fileList }) => {
    const answer = file.response
    const failed = file.status === 'error' || (file.status === 'done' && answer?.success !== true)
    if (!failed) return emit(fileList)
    // Spec §8: an upload error empties the list.
    emit([])
    const effect = answer?.code === undefined ? undefined : effectOf(answer.code)
    // Who has signed in anew meanwhile is not signed out by an answer to the old session.
    if (effect && sentWith.current === transport.token()) transport.onEffect(effect)
    notifyError(failureText(answer))
  }
  const full = files.length >= maxCount
  return (
    <Flex vertical gap={4} id={limits.id}>
      <Upload<Answer>
        action={`${transport.apiBase}${path}`}
        headers={{ Authorization: transport.token() ?? '' }}
        data={params}
        accept={types.join(',')}
        listType={list}
        fileList={files}
        multiple={maxCount > 1}
        maxCount={maxCount}
        beforeUpload={check}
        onChange={handleChange}
        onPreview={kind === 'image' ? setPreview : undefined}
        disabled={disabled}
      >
        {full ? null : kind === 'image' ? (
          <button type="button" className={styles.chooseFile} disabled={disabled}>
            <PlusOutlined aria-hidden />
            <div>{label}</div>
          </button>
        ) : (
          <Button icon={<UploadOutlined />} disabled={disabled}>
            {label}
          </Button>
        )}
      </Upload>
      <Typography.Text type="secondary">
        支持 {types.map((type) => type.slice(1)).join('、')} 格式，单个文件不超过 {maxMb}MB
        {maxCount > 1 && `，最多 ${maxCount} 个`}
      </Typography.Text>
      {preview && (
        <PageModal
          open
          title={preview.name}
          footer={null}
          mask={{ closable: true }}
          onCancel={() => setPreview(undefined)}
        >
          <img alt={preview.name} src={preview.url ?? preview.thumbUrl} className={layout.fullWidth} />
        </PageModal>
      )}
    </Flex>
  )
}

function faultOf(file: File, types: readonly string[], maxMb: number): string | null {
  const name = file.name.toLowerCase()
  if (!types.some((type) => name.endsWith(type))) return `只能上传 ${types.join('、')} 格式的文件`
  return file.size > maxMb * 1024 * 1024 ? fileTooLarge(maxMb) : null
}

function failureText(answer: Answer | undefined): string {
  if (typeof answer?.code !== 'number') return MESSAGES.uploadFailed[0]
  return messageOfFailure({ code: answer.code, message: answer.message ?? MESSAGES.uploadFailed[0] })
}
