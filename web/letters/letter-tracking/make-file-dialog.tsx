import { Alert, Button, Form, Typography } from 'antd'
import { LETTER_PAGES_OF_A_FILE, LetterChoice } from '#contract/exports/letter-filter.ts'
import type { LetterClass } from '#contract/letters/letter-schemas.ts'
import { formatNumber } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { FormModal } from '#web/widgets/dialog/form-modal.tsx'
import type { DialogProps } from '#web/widgets/dialog/use-dialog.tsx'
import { useExportStart } from '#web/widgets/export/export-start.ts'
import { showImportList } from '#web/widgets/import/task-list/import-started.ts'
import { SelectRadio } from '#web/widgets/select/select-radio.tsx'

const { all, unprinted } = LetterChoice.code
type Choice = (typeof LetterChoice.codes)[number]
type Values = { choice: Choice }

/** The file has one purpose, so nobody is asked for the reason. */
const REASON = '发放告知书'

type Props = DialogProps & { planId: number; taskId: number | undefined; rows: readonly LetterClass[] }

/** The letters of all classes in sight as one PDF, made in the background. */
export function MakeFileDialog({ open, planId, taskId, rows, onClose }: Props) {
  const [form] = Form.useForm<Values>()
  const choice = Form.useWatch('choice', form) ?? all
  const start = useExportStart('letters', { planId, taskId, choice, origin: window.location.origin })
  const count = rows.reduce((sum, row) => sum + countOf(row, choice), 0)
  const handleFinish = async () => {
    if (await start.send({ reason: REASON, personal: false }, true)) onClose()
  }
  return (
    <FormModal<Values>
      form={form}
      initialValues={{ choice: all }}
      onFinish={handleFinish}
      open={open}
      title="后台生成告知书 PDF"
      width={480}
      okText="开始生成"
      okButtonProps={{ disabled: count === 0 || count > LETTER_PAGES_OF_A_FILE }}
      confirmLoading={start.underWay}
      onCancel={onClose}
    >
      <Form.Item name="choice" label="打印哪些">
        <SelectRadio options={LetterChoice.options} />
      </Form.Item>
      <Typography.Paragraph type={count > LETTER_PAGES_OF_A_FILE ? 'danger' : 'secondary'}>
        {countInWords(count)}
      </Typography.Paragraph>
      <Typography.Paragraph type="secondary" className={layout.noMargin}>
        按班级排列、带书签。生成后可在右下角列表中下载，这些告知书记为已打印。
      </Typography.Paragraph>
      {start.tooMany && (
        <Alert
          type="warning"
          showIcon
          title="未完成的导出任务过多"
          action={<Button onClick={showImportList}>查看导出任务</Button>}
          className={layout.above16}
        />
      )}
    </FormModal>
  )
}

function countOf({ screened, printed, corrected }: LetterClass, choice: Choice): number {
  if (choice === all) return screened
  return choice === unprinted ? Math.max(0, screened - printed) : corrected
}

function countInWords(count: number): string {
  if (count === 0) return '没有这样的告知书。'
  const most = formatNumber(LETTER_PAGES_OF_A_FILE)
  if (count > LETTER_PAGES_OF_A_FILE) {
    return `共 ${formatNumber(count)} 份，一个文件最多 ${most} 份，请按班级打印。`
  }
  return `最多 ${formatNumber(count)} 份，每份一页。`
}
