import { Button } from 'antd'
import { exportEndpoints } from '#contract/exports/endpoints.ts'
import { EXPORTERS } from '#contract/exports/exporters.ts'
import { PaperForm, type PaperFormCode } from '#contract/exports/paper-filter.ts'
import { useAllowed } from '#web/core/allowed.tsx'
import { useSend } from '#web/core/api/use-send.ts'
import type { PaperAddress } from './paper-address.ts'

type Props = { form: PaperFormCode; asked: Partial<PaperAddress> }

/** Has a form of more children than are drawn at once made as a file, by who has a list of such files. */
export function BackgroundButton({ form, asked }: Props) {
  const file = useSend(exportEndpoints.startExport, {
    refreshes: [exportEndpoints.exportProgress],
    success: '已开始在后台生成，完成后在控制台右下角的列表中下载',
  })
  const mayMake = useAllowed([...EXPORTERS])
  if (!mayMake) return null
  const { blank: _blank, studentIds: _chosen, form: _form, ...part } = asked
  const reason = `打印${PaperForm.label(form)}`
  return (
    <Button
      type="primary"
      loading={file.sending}
      onClick={() => void file.send({ ...part, item: 'papers', form, reason, personal: false })}
    >
      后台生成 PDF
    </Button>
  )
}
