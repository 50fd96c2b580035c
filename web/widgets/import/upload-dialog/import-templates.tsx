import { Flex, Skeleton, Tooltip, Typography } from 'antd'
import { importEndpoints } from '#contract/imports/endpoints.ts'
import type { TemplateType } from '#contract/imports/schemas.ts'
import { useAllowed } from '#web/core/allowed.tsx'
import { useCall } from '#web/core/api/use-call.ts'
import { useDownload } from '#web/core/api/use-download.ts'
import { useDialog } from '../../dialog/use-dialog.tsx'
import { LinkButton } from '../../link-button.tsx'
import { FilledTemplateDialog } from './filled-template-dialog.tsx'

type Props = {
  orgId: number | undefined
  type: TemplateType
  /** Stage; the filled template holds its students only. */
  prefix: number | undefined
}

/** Sheets made for the school: empty, or with the present roster in it. */
export function ImportTemplates({ orgId, type, prefix }: Props) {
  const list = useCall(importEndpoints.templateList, { orgId: orgId ?? 0 }, { enabled: orgId !== undefined })
  const plain = useDownload(importEndpoints.template)
  const reason = useDialog(FilledTemplateDialog)
  // It holds numbers in full.
  const mayFill = useAllowed(['exportPersonal'])
  if (orgId === undefined) return <Typography.Text type="secondary">选择学校后可下载模板</Typography.Text>
  if (list.isLoading || list.isPlaceholderData) return <Skeleton.Button active size="small" />
  if (list.error) {
    return (
      <LinkButton size="middle" onClick={() => void list.refetch()}>
        模板加载失败，重试
      </LinkButton>
    )
  }
  const option = list.data?.find((each) => each.type === type)
  if (!option) return <Typography.Text type="secondary">没有可下载的模板</Typography.Text>
  const input = { orgId, type, prefix }
  return (
    <Flex gap="0 16px" wrap>
      <LinkButton
        size="middle"
        loading={plain.downloading}
        onClick={() => void plain.download({ ...input, filled: false })}
      >
        {option.name}
      </LinkButton>
      {mayFill && (
        <Tooltip title="含学生的完整证件号和电话，需填写用途，下载会被记录">
          <LinkButton size="middle" onClick={() => reason.show(input)}>
            含现有名单
          </LinkButton>
        </Tooltip>
      )}
      {reason.element}
    </Flex>
  )
}
