import { Flex } from 'antd'
import type { TaskRow } from '#contract/eyesight/task-schemas.ts'
import { importEndpoints } from '#contract/imports/endpoints.ts'
import { useDownload } from '#web/core/api/use-download.ts'
import { LinkButton } from '../../link-button.tsx'

type Props = { task: Pick<TaskRow, 'taskId' | 'schoolOrgId'>; type: 'screening' | 'caries' }

/** Sheets made for a screening task: empty, or with the names of those who are to be examined. */
export function ImportTaskTemplates({ task, type }: Props) {
  const plain = useDownload(importEndpoints.template)
  const filled = useDownload(importEndpoints.template)
  const input = { orgId: task.schoolOrgId, taskId: task.taskId, type }
  return (
    <Flex gap="0 16px" wrap>
      <LinkButton
        size="middle"
        loading={filled.downloading}
        onClick={() => void filled.download({ ...input, filled: true })}
      >
        含筛查名单的模板
      </LinkButton>
      <LinkButton
        size="middle"
        loading={plain.downloading}
        onClick={() => void plain.download({ ...input, filled: false })}
      >
        空白模板
      </LinkButton>
    </Flex>
  )
}
