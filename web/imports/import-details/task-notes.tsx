import { Alert, Flex, Typography } from 'antd'
import type { ImportResult, ImportTask } from '#contract/imports/schemas.ts'
import { ImportProgress } from '#web/widgets/import/task-list/import-task-card.tsx'

type Props = { task: ImportTask; running: boolean; result: ImportResult | undefined }

/** How far it is, what comes next, and what was noticed about the sheet as a whole. */
export function TaskNotes({ task, running, result }: Props) {
  const { state, errorMsg } = task
  const next = running ? undefined : nextOf(task)
  return (
    <Flex vertical gap={4}>
      {running && <ImportProgress task={task} />}
      {(state === 'failed' || errorMsg) && !running && (
        <Alert
          type="error"
          showIcon
          title={state === 'failed' ? '导入失败' : '操作没有完成'}
          description={errorMsg || '请核对文件后重新上传。'}
        />
      )}
      {next && <Typography.Text>{next}</Typography.Text>}
      {result && result.unknownColumns.length > 0 && (
        <Typography.Text type="warning">
          以下列未能识别，没有读取：{result.unknownColumns.join('、')}
        </Typography.Text>
      )}
      {result && result.absentColumns.length > 0 && (
        <Typography.Text type="secondary">表中没有以下列：{result.absentColumns.join('、')}</Typography.Text>
      )}
    </Flex>
  )
}

function nextOf({ state }: ImportTask): string | undefined {
  if (state === 'preview') return '尚未写入：请核对以下内容，确认后写入。有错误的行可以在此更正。'
  if (state === 'cancelled') return '任务已取消，没有写入任何数据。'
  return state === 'undone' ? '本次导入已撤销，数据已恢复为导入前的内容。' : undefined
}
