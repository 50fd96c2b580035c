import { Button, Flex } from 'antd'
import type { TaskRow } from '#contract/eyesight/task-schemas.ts'
import { importEndpoints } from '#contract/imports/endpoints.ts'
import { useDownload } from '#web/core/api/use-download.ts'

type Props = { task: Pick<TaskRow, 'taskId' | 'schoolOrgId'>; type: 'screening' | 'caries' }

/** Sheets made for a screening task: empty, or with the names of those who are to be examined. */
export function ImportTaskTemplates({ task, type }: Props) {
  const plain = useDownload(importEndpoints.template)
  const filled = useDownload(importEndpoints.template)
  const input = { orgId: task.schoolOrgId, taskId: task.taskId, type }
  return (
    <Flex gap="0 16px" wrap>
      <Button
        type="link"
        style={{ padding: 0 }}
        loading={filled.downloading}
        onClick={() => void filled.download({ ...input, filled: true })}
      >
        含筛查名单的模板
      </Button>
      <Button
        type="link"
        style={{ padding: 0 }}
        loading={plain.downloading}
        onClick={() => void plain.download({ ...input, filled: false })}
      >
        空白模板
      </Button>
    </Flex>
  )
}
