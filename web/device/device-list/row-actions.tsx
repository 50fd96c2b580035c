import { Flex } from 'antd'
import { deviceEndpoints } from '#contract/device/endpoints.ts'
import { type DeviceRow, DeviceStatus } from '#contract/device/schemas.ts'
import { Allowed } from '#web/core/allowed.tsx'
import { useSend } from '#web/core/api/use-send.ts'
import { ConfirmedLink } from '#web/widgets/dialog/confirmed-link.tsx'
import { DeleteButton } from '#web/widgets/dialog/delete-button.tsx'
import { LinkButton } from '#web/widgets/link-button.tsx'
import type { IssuedKey } from './key-dialog.tsx'

const refreshes = [deviceEndpoints.devicePageList, deviceEndpoints.deviceDetail]

type Props = {
  row: DeviceRow
  onDetail: () => void
  onEdit: () => void
  onIssued: (issued: IssuedKey) => void
}

export function RowActions({ row, onDetail, onEdit, onIssued }: Props) {
  const { deviceId, version, name } = row
  const active = row.status === DeviceStatus.code.active
  const renew = useSend(deviceEndpoints.renewDeviceKey, { refreshes, success: false })
  const setStatus = useSend(deviceEndpoints.setDeviceStatus, {
    refreshes,
    success: active ? `“${name}”已停用` : `“${name}”已启用`,
  })
  const remove = useSend(deviceEndpoints.deleteDevice, { refreshes, success: `“${name}”已删除` })

  const handleRenew = async () => {
    const answer = await renew.send({ deviceId, version })
    if (answer.ok) onIssued({ ...answer.data, name, isNew: false })
  }
  return (
    <Flex gap={8} align="center">
      <LinkButton onClick={onDetail}>详情</LinkButton>
      <Allowed any={['deviceEdit']}>
        <LinkButton onClick={onEdit}>编辑</LinkButton>
        <ConfirmedLink
          label="更换密钥"
          title={`更换“${name}”的密钥？`}
          detail="旧密钥立即失效，须把新密钥写入设备后才能继续上传。"
          onConfirm={handleRenew}
        />
        <ConfirmedLink
          label={active ? '停用' : '启用'}
          danger={active}
          title={active ? `停用“${name}”？` : `启用“${name}”？`}
          detail={
            active ? '停用后立即不能上传，已上传的数据保留，可随时启用。' : '启用后可用原密钥继续上传。'
          }
          onConfirm={() => setStatus.send({ deviceId, version, active: !active })}
        />
        {row.readingCount === 0 && (
          <DeleteButton
            link
            title={`删除“${name}”？`}
            description="该设备还没有上传过数据。删除后密钥失效，不可恢复。"
            onConfirm={() => remove.send({ deviceId, version })}
          />
        )}
      </Allowed>
    </Flex>
  )
}
