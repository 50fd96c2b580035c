import { ReloadOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'

type Props = { loading: boolean; onClick: () => void }

export function RefreshButton({ loading, onClick }: Props) {
  return (
    <Tooltip title="刷新">
      <Button aria-label="刷新" icon={<ReloadOutlined />} loading={loading} onClick={onClick} />
    </Tooltip>
  )
}
