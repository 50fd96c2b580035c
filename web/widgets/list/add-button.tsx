import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { PermissionName } from '#contract/core/permissions.ts'
import { Allowed } from '#web/core/allowed.tsx'

type Props = { needs: PermissionName; onClick: () => void; children: string }

/** The main button of a list: a new entry, for who may make one. */
export function AddButton({ needs, onClick, children }: Props) {
  return (
    <Allowed any={[needs]}>
      <Button type="primary" icon={<PlusOutlined />} onClick={onClick}>
        {children}
      </Button>
    </Allowed>
  )
}
