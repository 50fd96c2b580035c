import { Form } from 'antd'
import { useId } from 'react'
import { OrgType } from '#contract/core/codes.ts'
import { deviceEndpoints } from '#contract/device/endpoints.ts'
import type { DeviceRow } from '#contract/device/schemas.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { ownOrgOf } from '#web/core/session/own-org.ts'
import { useSession } from '#web/core/session/session-store.ts'
import { FormDrawer } from '#web/widgets/dialog/form-drawer.tsx'
import { DeviceForm, type DeviceFormValues } from './device-form.tsx'
import type { IssuedKey } from './key-dialog.tsx'

const refreshes = [deviceEndpoints.devicePageList, deviceEndpoints.deviceDetail]

type Props = {
  open: boolean
  /** The device to edit; absent for a new one. */
  row?: DeviceRow
  onClose: () => void
  onIssued: (issued: IssuedKey) => void
}

/** Registers a device, or changes one. Mounted anew for each opening. */
export function DeviceDrawer({ open, row, onClose, onIssued }: Props) {
  const [form] = Form.useForm<DeviceFormValues>()
  const formId = useId()
  const own = useOwnOrg()
  const add = useSend(deviceEndpoints.addDevice, { refreshes, success: false, form })
  const edit = useSend(deviceEndpoints.editDevice, { refreshes, success: '设备已保存', form })

  const handleFinish = async (values: DeviceFormValues) => {
    if (row) {
      const { deviceId, version } = row
      const saved = await edit.send({ ...values, deviceId, version })
      if (saved.ok) onClose()
      return
    }
    const added = await add.send(values)
    if (!added.ok) return
    onClose()
    onIssued({ ...added.data, name: values.name.trim(), isNew: true })
  }
  return (
    <FormDrawer
      open={open}
      onClose={onClose}
      title={row ? `编辑设备“${row.name}”` : '登记设备'}
      size={520}
      formId={formId}
      okText={row ? '保存' : '登记'}
      sending={add.sending || edit.sending}
    >
      <DeviceForm
        id={formId}
        form={form}
        row={row}
        owner={row ?? own}
        place={own?.orgType === OrgType.code.school ? own : undefined}
        onFinish={handleFinish}
      />
    </FormDrawer>
  )
}

/** The caller's organisation, which owns what it registers; a government body registers for others. */
function useOwnOrg() {
  const { user } = useSession()
  return user && user.orgType !== OrgType.code.government ? ownOrgOf(user) : undefined
}
