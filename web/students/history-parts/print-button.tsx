import { PrinterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { Sent } from '#web/core/api/use-send.ts'

type Props = { recording: boolean; onRecord: () => Promise<Sent<null>> }

/** What goes to paper is on record first; where that fails nothing is printed. */
export function PrintButton({ recording, onRecord }: Props) {
  const handleClick = async () => {
    const recorded = await onRecord()
    if (recorded.ok) window.print()
  }
  return (
    <Button icon={<PrinterOutlined />} loading={recording} onClick={() => void handleClick()}>
      打印
    </Button>
  )
}
