import { useQueryClient } from '@tanstack/react-query'
import { Descriptions } from 'antd'
import type { Application } from '#contract/assessment/application-schemas.ts'
import { assessmentEndpoints } from '#contract/assessment/endpoints.ts'
import { leavesOf } from '#contract/assessment/indicators.ts'
import { REFUSALS } from '#contract/core/error-codes.ts'
import type { ApiError } from '#web/core/api/call.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { formatNumber } from '#web/core/format.ts'
import { PageModal } from '#web/widgets/dialog/page-modal.tsx'
import type { DialogProps } from '#web/widgets/dialog/use-dialog.tsx'

type Props = DialogProps & {
  application: Application
  selfTotal: number | null
  /** Of each indicator, as it was seen. */
  versions: Record<string, number>
  /** This indicator is another one now, or lacks something. */
  onChanged: (leafKey: string) => void
}
const { assessApplication, assessApplicationPage } = assessmentEndpoints

/** The last look before an application is handed in. */
export function SubmitDialog({ open, onClose, application, selfTotal, versions, onChanged }: Props) {
  const client = useQueryClient()
  const { applicationId, orgName, ownerName, indicators, leaves, measuredFinal, submitUntil } = application
  const { send, sending } = useSend(assessmentEndpoints.submitAssessApplication, {
    refreshes: [assessApplication, assessApplicationPage],
    success: '申报已提交',
  })
  const own = leavesOf(indicators).filter(({ computed }) => computed === null)
  const files = leaves.reduce((sum, leaf) => sum + leaf.files.length, 0)

  /** The indicator because of which it was refused. */
  const findRefused = async ({ code, issues }: ApiError): Promise<string | undefined> => {
    const [field, leafKey] = issues[0]?.path ?? []
    if (field === 'leaves') return String(leafKey)
    if (code !== REFUSALS.changedMeanwhile) return undefined
    const queryKey = [assessApplication.path, { applicationId }]
    await client.refetchQueries({ queryKey })
    const now = client.getQueryData<Application>(queryKey)?.leaves ?? []
    return now.find((leaf) => versions[leaf.leafKey] !== undefined && versions[leaf.leafKey] !== leaf.version)
      ?.leafKey
  }
  const submit = async () => {
    const sent = await send({ applicationId, versions })
    const refused = sent.ok ? undefined : await findRefused(sent.error)
    // Without an answer another try may do.
    if (sent.ok || sent.error.code !== 0) onClose()
    if (refused !== undefined) onChanged(refused)
  }
  return (
    <PageModal
      open={open}
      title="提交申报"
      okText="确认提交"
      confirmLoading={sending}
      width={520}
      onCancel={onClose}
      onOk={() => void submit()}
    >
      <p>提交后由{ownerName}评审，评审期间不能修改；需要修改时，请联系评审单位退回。</p>
      <Descriptions
        size="small"
        column={1}
        items={[
          { key: 'org', label: '申报单位', children: orgName },
          {
            key: 'total',
            label: '自评总分',
            children:
              selfTotal === null
                ? '系统取数后得出'
                : `${formatNumber(selfTotal)} 分${measuredFinal ? '' : '（系统指标按目前数值，以截止时取数为准）'}`,
          },
          { key: 'own', label: '自评指标', children: `${own.length} 项，已全部填写` },
          { key: 'files', label: '佐证材料', children: `${files} 个文件` },
          { key: 'until', label: '申报截止', children: submitUntil ?? '—' },
        ]}
      />
    </PageModal>
  )
}
