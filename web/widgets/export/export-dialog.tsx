import { Alert, Button, Form, Input, Skeleton } from 'antd'
import { z } from 'zod'
import { DisclosureReason } from '#contract/core/fields.ts'
import { hasPersonal, isDivided, itemOf, WHO_MAKES_RETURNS } from '#contract/exports/catalogue.ts'
import { isChecked } from '#contract/exports/checks.ts'
import { exportEndpoints } from '#contract/exports/endpoints.ts'
import type { ExportKey } from '#contract/exports/export-key.ts'
import { EXPORT_DIRECT_ROWS, EXPORT_KEEP_HOURS } from '#contract/exports/schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { rulesOf } from '#web/core/form/rules-of.ts'
import { formatNumber } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { useSession } from '#web/core/session/session-store.ts'
import { FormModal } from '../dialog/form-modal.tsx'
import { UsualReasons } from '../dialog/usual-reasons.tsx'
import { EmptyState } from '../empty-state.tsx'
import { showImportList } from '../import/task-list/import-started.ts'
import { SelectRadio } from '../select/select-radio.tsx'
import { ExportCheckStep } from './export-check.tsx'
import { ExportItems } from './export-items.tsx'
import { ExportPlanFields } from './export-plan-fields.tsx'
import { ExportPrints } from './export-prints.tsx'
import { type ExportFilters, type ExportGiven, isOfPlan, useExportSize } from './export-size.ts'
import { useExportStart } from './export-start.ts'

const USUAL_REASONS = ['学籍核对', '筛查准备', '数据上报', '工作存档']
const NUMBERS = [
  { value: 0, label: '脱敏' },
  { value: 1, label: '完整号码' },
] as const

/** A reason that says what for: without one the names would be masked for readers above the school. */
const ExportReason = z.object({ reason: DisclosureReason })

type Values = {
  item?: ExportKey
  personal: boolean
  reason: string
  planId?: number
  healthExcelType?: number
}
type Props = {
  open: boolean
  /** The exports of the page, with its current filters. */
  filters: ExportFilters
  onClose: () => void
}

/** Spec §2: files to take away, each with a reason; large ones are made in the background. */
export function ExportDialog({ open, filters, onClose }: Props) {
  const [form] = Form.useForm<Values>()
  const orgType = useSession().user?.orgType
  const answer = useCall(exportEndpoints.exportItems, {}, { enabled: open })
  const offered = answer.data ?? []
  const items = offered
    .filter((item) => item.act === 'download')
    .filter(({ key }) => filters[key] !== undefined)
  const key = Form.useWatch('item', form) ?? items[0]?.key
  const chosen = items.find((item) => item.key === key)
  const planId = Form.useWatch('planId', form)
  const healthExcelType = Form.useWatch('healthExcelType', form)
  const given = givenFor(key, filters, { planId, healthExcelType })
  const size = useExportSize(key, given)
  const start = useExportStart(key, given)
  const large = (size.data?.rows ?? 0) > EXPORT_DIRECT_ROWS
  const needsFull = key !== undefined && itemOf(key).full === true
  const useless = needsFull && chosen?.personal === false

  const handleFinish = async ({ reason, personal }: Values) => {
    const options = { reason, personal: (personal || needsFull) && chosen?.personal === true }
    if (await start.send(options, large)) onClose()
  }
  return (
    <FormModal<Values>
      form={form}
      initialValues={{ personal: false }}
      onFinish={handleFinish}
      open={open}
      title="导出数据"
      width={key && isChecked(key) ? 760 : 520}
      okText={large ? '后台生成' : '下载'}
      okButtonProps={{ disabled: !chosen || size.blocked || useless }}
      confirmLoading={start.underWay}
      onCancel={onClose}
    >
      {answer.isLoading && <Skeleton active paragraph={{ rows: 4 }} />}
      {answer.error && !answer.data && (
        <EmptyState
          title="导出内容加载失败"
          hint={answer.error.message}
          action={<Button onClick={() => void answer.refetch()}>重试</Button>}
        />
      )}
      {answer.data && (
        <>
          <Form.Item name="item" label="导出内容" initialValue={items[0]?.key}>
            <ExportItems items={items} />
          </Form.Item>
          {filters.print && (
            <ExportPrints
              items={offered.filter((item) => item.act === 'open')}
              choice={{ ...(planId !== undefined && { planId }), ...filters.print }}
            />
          )}
          {key && isOfPlan(key) && <ExportPlanFields item={key} fixed={'planId' in (filters[key] ?? {})} />}
          <SizeNote size={size} large={large} />
          {key && size.complete && <ExportCheckStep item={key} given={given} />}
          {key && needsFull && <FullNote useless={useless} divided={isDivided(key, given, orgType)} />}
          {key && hasPersonal(key) && !needsFull && (
            <Form.Item
              name="personal"
              label="证件号与电话"
              extra={chosen?.personal ? '完整号码仅限工作需要，导出会被记录。' : '您只能导出脱敏的号码。'}
              getValueProps={(personal: boolean) => ({ value: personal ? 1 : 0 })}
              normalize={(value: number) => value === 1}
            >
              <SelectRadio options={chosen?.personal ? NUMBERS : NUMBERS.slice(0, 1)} />
            </Form.Item>
          )}
          <Form.Item name="reason" label="导出原因" rules={rulesOf(ExportReason, 'reason')}>
            <Input.TextArea rows={2} maxLength={200} showCount placeholder="这份数据用来做什么" />
          </Form.Item>
          <UsualReasons reasons={USUAL_REASONS} />
          {start.tooMany && <TooManyTasks onLeave={onClose} />}
        </>
      )}
    </FormModal>
  )
}

/** The page's filters, with the choices of the dialog where the item needs them. */
function givenFor(
  key: ExportKey | undefined,
  filters: ExportFilters,
  chosen: Pick<Values, 'planId' | 'healthExcelType'>,
): ExportGiven {
  if (key === undefined) return {}
  const { planId, healthExcelType } = chosen
  return {
    ...(isOfPlan(key) && planId !== undefined && { planId }),
    ...(itemOf(key).group === 'health' && healthExcelType !== undefined && { healthExcelType }),
    ...filters[key],
  }
}

/** What a file that is of use only in full is like, or who can have it. */
function FullNote({ useless, divided }: { useless: boolean; divided: boolean }) {
  if (useless) return <Alert type="warning" showIcon title={WHO_MAKES_RETURNS} className={layout.below16} />
  const files = divided ? '每所学校一个文件，打包为一个压缩文件。' : ''
  return (
    <Alert
      type="info"
      title={`${files}文件含完整的学籍号和姓名，仅限上报使用，导出会被记录。`}
      className={layout.below16}
    />
  )
}

/** The way to the tasks of which one has to end first. */
function TooManyTasks({ onLeave }: { onLeave: () => void }) {
  const handleShow = () => {
    onLeave()
    showImportList()
  }
  return (
    <Alert
      type="warning"
      showIcon
      title="未完成的导出任务过多"
      action={<Button onClick={handleShow}>查看导出任务</Button>}
      className={layout.above16}
    />
  )
}

/** How many rows it will be, before anything is made. */
function SizeNote({ size, large }: { size: ReturnType<typeof useExportSize>; large: boolean }) {
  const { data, error, isFetching } = size
  if (!size.complete) return null
  if (error && !isFetching) {
    return (
      <Alert
        type="error"
        showIcon
        title="行数统计失败"
        description={error.message}
        action={<Button onClick={() => void size.refetch()}>重试</Button>}
        className={layout.below16}
      />
    )
  }
  return (
    <Alert
      type={data && size.blocked ? 'warning' : 'info'}
      title={data ? sizeText(data, large) : '正在统计行数…'}
      className={layout.below16}
      aria-live="polite"
    />
  )
}

function sizeText({ rows, rowsLeftToday }: { rows: number; rowsLeftToday: number }, large: boolean): string {
  if (rows === 0) return '按当前条件没有可导出的数据'
  const count = `按当前条件共 ${formatNumber(rows)} 行`
  if (rows > rowsLeftToday) return `${count}，超过今日还可导出的 ${formatNumber(rowsLeftToday)} 行`
  return large ? `${count}，将在后台生成，完成后 ${EXPORT_KEEP_HOURS} 小时内可在列表中下载` : count
}
