import { Form, type FormInstance, Input, InputNumber } from 'antd'
import type { InputOf } from '#contract/core/endpoint.ts'
import type { deviceEndpoints } from '#contract/device/endpoints.ts'
import { AddDevice, DeviceKind, type DeviceRow } from '#contract/device/schemas.ts'
import { rulesOf } from '#web/core/form/rules-of.ts'
import { formatDate } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { DateInput } from '#web/widgets/select/date-input.tsx'
import { SelectRadio } from '#web/widgets/select/select-radio.tsx'
import { OwnerSelect } from './owner-select.tsx'
import { PlaceSelect } from './place-select.tsx'

export type DeviceFormValues = Omit<InputOf<typeof deviceEndpoints.addDevice>, 'orgId' | 'schoolOrgId'> & {
  orgId?: number
  schoolOrgId?: number | null
}

type Org = { orgId: number; orgName: string }
type Props = {
  id: string
  form: FormInstance<DeviceFormValues>
  /** The device to edit; absent for a new one. */
  row?: DeviceRow
  /** The organisation where there is no choice. */
  owner?: Org
  /** The default place of a new device. */
  place?: Org
  onFinish: (values: DeviceFormValues) => Promise<void>
}

export function DeviceForm({ id, form, row, owner, place, onFinish }: Props) {
  const picked = Form.useWatch('orgId', form)
  return (
    <Form<DeviceFormValues>
      name={id}
      form={form}
      layout="vertical"
      initialValues={row ?? { calibrationMonths: 12, schoolOrgId: place?.orgId }}
      onFinish={onFinish}
      scrollToFirstError
    >
      {owner ? (
        <Form.Item label="所属机构">{owner.orgName}</Form.Item>
      ) : (
        <Form.Item name="orgId" label="所属机构" rules={[{ required: true, message: '请选择设备所属机构' }]}>
          <OwnerSelect approvedOnly onChange={() => form.setFieldValue('schoolOrgId', undefined)} />
        </Form.Item>
      )}
      <IdentityFields />
      <Form.Item name="schoolOrgId" label="放置学校" extra="本校、已绑定的学校或承担筛查任务的学校">
        <PlaceSelect orgId={owner?.orgId ?? picked} known={knownPlace(row) ?? place} />
      </Form.Item>
      <CalibrationFields />
      <Form.Item name="remark" label="备注" rules={rulesOf(AddDevice, 'remark')}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
      </Form.Item>
    </Form>
  )
}

function knownPlace(row: DeviceRow | undefined): Org | undefined {
  if (!row?.schoolOrgId || !row.schoolName) return undefined
  return { orgId: row.schoolOrgId, orgName: row.schoolName }
}

function IdentityFields() {
  return (
    <>
      <Form.Item
        name="name"
        label="设备名称"
        rules={rulesOf(AddDevice, 'name', '请输入1-30个字的设备名称')}
        validateTrigger="onBlur"
      >
        <Input autoComplete="off" maxLength={30} placeholder="便于辨认的名称，如 1号验光仪" />
      </Form.Item>
      <Form.Item name="kind" label="类型" rules={rulesOf(AddDevice, 'kind', '请选择设备类型')}>
        <SelectRadio options={DeviceKind.options} />
      </Form.Item>
      <Form.Item name="model" label="型号" rules={rulesOf(AddDevice, 'model')}>
        <Input autoComplete="off" maxLength={50} placeholder="厂家和型号" />
      </Form.Item>
      <Form.Item
        name="serialNo"
        label="序列号"
        rules={rulesOf(AddDevice, 'serialNo', '请输入设备序列号')}
        validateTrigger="onBlur"
        extra="设备铭牌上的出厂编号，全平台唯一"
      >
        <Input autoComplete="off" maxLength={50} />
      </Form.Item>
    </>
  )
}

function CalibrationFields() {
  return (
    <>
      <Form.Item name="calibratedOn" label="最近校准日期" extra="填写后按校准周期提醒到期">
        <DateInput max={formatDate(Date.now())} placeholder="如 2026-03-01" />
      </Form.Item>
      <Form.Item
        name="calibrationMonths"
        label="校准周期"
        rules={rulesOf(AddDevice, 'calibrationMonths', '请输入校准周期')}
      >
        <InputNumber min={1} max={60} precision={0} suffix="个月" className={layout.width140} />
      </Form.Item>
    </>
  )
}
