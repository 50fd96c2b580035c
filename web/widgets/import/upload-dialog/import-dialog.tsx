import { Flex, Form, Progress, Typography } from 'antd'
import { importEndpoints } from '#contract/imports/endpoints.ts'
import layout from '#web/core/layout.module.css'
import { notifySuccess } from '#web/core/notice.ts'
import { FormModal } from '../../dialog/form-modal.tsx'
import { importStarted } from '../task-list/import-started.ts'
import { ImportFields, type ImportValues, useImportTypes } from './import-fields.tsx'
import { type GatedImport, ImportGateNote, useImportGate } from './import-gate.tsx'
import type { ImportSchool } from './import-school-field.tsx'
import { useImportUpload } from './import-upload.ts'

const TITLES: Record<GatedImport, string> = { roster: '导入学生名单', division: '导入学年分班' }
const STARTED = '导入任务已开始，可在右下角“导入列表”查看进度'

type Props = {
  open: boolean
  kind: GatedImport
  /** Set where it is opened for one school. */
  school?: ImportSchool
  onClose: () => void
}

/** Spec §2, §5: a sheet for a school. It is refused while the school's screening is under way. */
export function ImportDialog({ open, kind, school, onClose }: Props) {
  const [form] = Form.useForm<ImportValues>()
  const orgId = Form.useWatch('orgId', { form, preserve: true }) ?? school?.orgId
  const gate = useImportGate(kind, orgId)
  const types = useImportTypes()
  const { send, sent, stop } = useImportUpload()
  const uploading = sent !== undefined

  const handleFinish = async ({ file, orgId, prefix, stuType, preview }: ImportValues) => {
    if (!file || orgId === undefined) return
    const task =
      kind === 'roster'
        ? await send(importEndpoints.importRoster, { orgId, prefix, stuType, preview }, file)
        : await send(importEndpoints.divideIntoClasses, { orgId, preview }, file)
    if (!task) {
      // Spec §8: an upload error empties the list of files. Screening may have begun meanwhile.
      form.setFieldValue('file', undefined)
      gate.retry()
      return
    }
    notifySuccess(STARTED)
    importStarted(task.recordId)
    onClose()
  }
  const handleCancel = () => {
    stop()
    onClose()
  }
  return (
    <FormModal<ImportValues>
      form={form}
      initialValues={{ orgId: school?.orgId, stuType: types[0]?.value, preview: true }}
      onFinish={handleFinish}
      open={open}
      title={TITLES[kind]}
      width={560}
      okText={uploading ? '正在上传' : '开始导入'}
      okButtonProps={{ disabled: !gate.free }}
      confirmLoading={uploading}
      onCancel={handleCancel}
    >
      <Flex vertical gap="small" className={gate.refused || gate.error ? layout.below16 : undefined}>
        <ImportGateNote kind={kind} gate={gate} />
      </Flex>
      <ImportFields form={form} kind={kind} school={school} orgId={orgId} disabled={uploading} />
      <div className={layout.tall24} aria-live="polite">
        {uploading && (
          <>
            <Progress aria-label="上传进度" percent={Math.floor(sent * 100)} size="small" />
            {sent >= 1 && <Typography.Text type="secondary">文件已上传，正在建立任务…</Typography.Text>}
          </>
        )}
      </div>
    </FormModal>
  )
}
