import { Button, Drawer, Flex, Form, type FormInstance, Input } from 'antd'
import type { ReactNode } from 'react'
import { orgEndpoints } from '#contract/orgs/endpoints.ts'
import { EditGov, type GovDetail } from '#contract/orgs/schemas.ts'
import { call } from '#web/core/api/call.ts'
import { rulesOf } from '#web/core/form/rules-of.ts'

type Props<Values extends object> = {
  open: boolean
  org: GovDetail
  form: FormInstance<Values>
  /** Fields that only this type of organisation has. */
  fields: ReactNode
  saving: boolean
  onClose: () => void
  onFinish: (values: Values) => Promise<void>
}

export function EditOrgDrawer<Values extends object>(props: Props<Values>) {
  const { open, org, form, fields, saving, onClose, onFinish } = props
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title="编辑机构信息"
      size={520}
      destroyOnHidden
      mask={{ closable: false }}
      footer={
        <Flex justify="flex-end" gap="small">
          <Button onClick={onClose}>取消</Button>
          <Button type="primary" loading={saving} onClick={() => form.submit()}>
            保存
          </Button>
        </Flex>
      }
    >
      <Form<Values>
        form={form}
        layout="vertical"
        preserve={false}
        initialValues={org}
        onFinish={onFinish}
        scrollToFirstError
      >
        <Form.Item
          name="orgName"
          label="机构全称"
          rules={[...rulesOf(EditGov, 'orgName'), nameFree(org)]}
          validateTrigger="onBlur"
        >
          <Input maxLength={50} />
        </Form.Item>
        {fields}
        <Form.Item label="所在区域" extra="如需变更，请联系上级主管部门">
          {org.areaName}
        </Form.Item>
        <Form.Item name="address" label="详细地址" rules={rulesOf(EditGov, 'address')}>
          <Input maxLength={50} />
        </Form.Item>
        <Form.Item name="contactName" label="联系人" rules={rulesOf(EditGov, 'contactName')}>
          <Input maxLength={15} />
        </Form.Item>
        <Form.Item name="contactPhone" label="联系电话" rules={rulesOf(EditGov, 'contactPhone')}>
          <Input maxLength={14} inputMode="tel" />
        </Form.Item>
      </Form>
    </Drawer>
  )
}

/** Asks the server whether the name is free in the region; saving checks it again. */
function nameFree(org: GovDetail) {
  return {
    validator: async (_rule: unknown, value: string | undefined) => {
      const name = EditGov.shape.orgName.safeParse(value)
      if (!name.success || name.data === org.orgName) return
      const { provinceId, cityId, regionId, orgId } = org
      const input = { provinceId, cityId, regionId, orgId, orgName: name.data }
      const free = await call(orgEndpoints.validOrgNameByRegion, input).catch(() => true)
      if (!free) throw new Error('该名称在所在区域内已被使用，请换一个')
    },
  }
}
