import { Alert, Button, Form, Typography } from 'antd'
import {
  LETTER_PAGES_OF_A_FILE,
  LetterChoice,
  LetterKind,
  type LetterKindCode,
} from '#contract/exports/letter-filter.ts'
import type { LetterClass } from '#contract/letters/letter-schemas.ts'
import { formatNumber } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { FormModal } from '#web/widgets/dialog/form-modal.tsx'
import type { DialogProps } from '#web/widgets/dialog/use-dialog.tsx'
import { useExportStart } from '#web/widgets/export/export-start.ts'
import { showImportList } from '#web/widgets/import/task-list/import-started.ts'
import { SelectRadio } from '#web/widgets/select/select-radio.tsx'

const { all, unprinted } = LetterChoice.code
const { result, notice } = LetterKind.code
type Choice = (typeof LetterChoice.codes)[number]
type Values = { kind: LetterKindCode; choice: Choice }

/** The file has one purpose, so nobody is asked for the reason. */
const REASON = { result: '发放告知书', notice: '发放告家长书' } as const
const AFTERWARDS = {
  result: '按班级排列、带书签。生成后可在右下角列表中下载，这些告知书记为已打印。',
  notice:
    '筛查前发给名单上的每名学生，附家长回执，不带二维码。按班级排列、带书签，生成后可在右下角列表中下载。',
} as const

type Props = DialogProps & { planId: number; taskId: number | undefined; rows: readonly LetterClass[] }

/** The letters of all classes in sight as one PDF, made in the background. */
export function MakeFileDialog({ open, planId, taskId, rows, onClose }: Props) {
  const [form] = Form.useForm<Values>()
  // Before the first result there is nothing but the notice to print.
  const first = rows.some(({ screened }) => screened > 0) ? result : notice
  const kind = Form.useWatch('kind', form) ?? first
  const chosen = Form.useWatch('choice', form) ?? all
  const choice = kind === result ? chosen : all
  const start = useExportStart('letters', { planId, taskId, kind, choice, origin: window.location.origin })
  const count = rows.reduce((sum, row) => sum + (kind === notice ? row.listed : countOf(row, choice)), 0)
  const handleFinish = async () => {
    if (await start.send({ reason: REASON[kind], personal: false }, true)) onClose()
  }
  return (
    <FormModal<Values>
      form={form}
      initialValues={{ kind: first, choice: all }}
      onFinish={handleFinish}
      open={open}
      title="后台生成告知书 PDF"
      width={480}
      okText="开始生成"
      okButtonProps={{ disabled: count === 0 }}
      confirmLoading={start.underWay}
      onCancel={onClose}
    >
      <Form.Item name="kind" label="哪一种">
        <SelectRadio options={LetterKind.options} />
      </Form.Item>
      {kind === result && (
        <Form.Item name="choice" label="打印哪些">
          <SelectRadio options={LetterChoice.options} />
        </Form.Item>
      )}
      <Typography.Paragraph type="secondary">{countInWords(count)}</Typography.Paragraph>
      <Typography.Paragraph type="secondary" className={layout.noMargin}>
        {AFTERWARDS[kind]}
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
  const files = Math.ceil(count / LETTER_PAGES_OF_A_FILE)
  const words = `最多 ${formatNumber(count)} 份，每份一页`
  return files > 1 ? `${words}；每 ${most} 份一个文件，共 ${files} 个，装在一个压缩包里。` : `${words}。`
}
