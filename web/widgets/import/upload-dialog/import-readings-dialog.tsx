import { Flex, Form, Progress, Typography } from 'antd'
import type { TaskRow } from '#contract/eyesight/task-schemas.ts'
import { importEndpoints } from '#contract/imports/endpoints.ts'
import { notifySuccess } from '#web/core/notice.ts'
import { FormModal } from '../../dialog/form-modal.tsx'
import { importStarted } from '../task-list/import-started.ts'
import { ImportFileFields } from './import-file-fields.tsx'
import { ImportTaskTemplates } from './import-task-templates.tsx'
import { useImportUpload } from './import-upload.ts'

const KINDS = {
  screening: { title: '导入筛查数据', endpoint: importEndpoints.importScreening },
  caries: { title: '导入龋齿数据', endpoint: importEndpoints.importCaries },
} as const

type Values = { preview: boolean; file?: File }
type Props = {
  open: boolean
  kind: keyof typeof KINDS
  task: Pick<TaskRow, 'taskId' | 'schoolOrgId' | 'schoolName'>
  onClose: () => void
}

/** A sheet of results for a screening task under way. */
export function ImportReadingsDialog({ open, kind, task, onClose }: Props) {
  const [form] = Form.useForm<Values>()
  const { send, sent, stop } = useImportUpload()
  const { title, endpoint } = KINDS[kind]
  const submit = async ({ file, preview }: Values) => {
    if (!file) return
    const started = await send(endpoint, { orgId: task.schoolOrgId, taskId: task.taskId, preview }, file)
    if (!started) {
      form.setFieldValue('file', undefined)
      return
    }
    notifySuccess('导入任务已开始，可在右下角“导入列表”查看进度')
    importStarted(started.recordId)
    onClose()
  }
  return (
    <FormModal<Values>
      form={form}
      open={open}
      width={560}
      title={`${title}：${task.schoolName}`}
      initialValues={{ preview: true }}
      okText={sent === undefined ? '开始导入' : '正在上传'}
      confirmLoading={sent !== undefined}
      onFinish={submit}
      onCancel={() => {
        stop()
        onClose()
      }}
    >
      <Form.Item label="导入模板" extra="已有其他来源的不同结果不会被覆盖，写入后列为冲突，由人工决定。">
        <ImportTaskTemplates task={task} type={kind} />
      </Form.Item>
      <ImportFileFields
        disabled={sent !== undefined}
        previewHint="预览时先核对结果、结论和错误的行，确认后才写入。"
      />
      {sent !== undefined && (
        <Flex vertical>
          <Typography.Text type="secondary">正在上传</Typography.Text>
          <Progress percent={Math.round(sent * 100)} />
        </Flex>
      )}
    </FormModal>
  )
}
