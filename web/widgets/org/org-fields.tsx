import { Form, type FormInstance, Input } from 'antd'
import type { ReactNode } from 'react'
import { MESSAGES } from '#contract/core/fields.ts'
import { orgEndpoints } from '#contract/orgs/endpoints.ts'
import { type AreaTriple, EditGov, type GovDetail } from '#contract/orgs/schemas.ts'
import { call } from '#web/core/api/call.ts'
import { rulesOf } from '#web/core/form/rules-of.ts'
import { useAreaRange } from '../area/area-range.ts'
import { LazyAreaCascader } from '../area/lazy-area-cascader.tsx'
import styles from './org.module.css'

/** Two short fields in one line. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className={styles.fieldPairs}>{children}</div>
}

/** The area as the server takes it; undefined until one is chosen. */
export function areaTripleOf(path: readonly string[] | undefined): AreaTriple | undefined {
  const [provinceId, cityId, regionId] = path ?? []
  return provinceId ? { provinceId, cityId, regionId } : undefined
}

/** Name and place. An organisation that exists keeps its place. */
export function OrgPlaceFields({ org }: { org?: GovDetail }) {
  const form = Form.useFormInstance()
  const range = useAreaRange()
  return (
    <>
      <Form.Item
        name="orgName"
        label="机构全称"
        dependencies={['area']}
        rules={[...rulesOf(EditGov, 'orgName'), nameFree(form, org)]}
        validateTrigger="onBlur"
        hasFeedback
      >
        <Input maxLength={50} autoComplete="off" autoFocus={!org} placeholder="与公章一致的全称" />
      </Form.Item>
      {org ? (
        <Form.Item label="所在区域" extra="新增后不能变更">
          {org.areaName.replaceAll('-', ' / ')}
        </Form.Item>
      ) : (
        <Form.Item
          name="area"
          label="所在区域"
          rules={[{ required: true, message: MESSAGES.areaRequired[0] }]}
        >
          <LazyAreaCascader within={range} placeholder="选到区县；不设区县的市选到市" />
        </Form.Item>
      )}
      <Form.Item name="address" label="详细地址" rules={rulesOf(EditGov, 'address')} validateTrigger="onBlur">
        <Input maxLength={50} autoComplete="off" placeholder="街道、门牌号" />
      </Form.Item>
    </>
  )
}

export function OrgContactFields() {
  return (
    <FieldPair>
      <Form.Item
        name="contactName"
        label="联系人"
        rules={rulesOf(EditGov, 'contactName')}
        validateTrigger="onBlur"
      >
        <Input maxLength={15} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="contactPhone"
        label="联系电话"
        rules={rulesOf(EditGov, 'contactPhone')}
        validateTrigger="onBlur"
      >
        <Input maxLength={14} inputMode="tel" autoComplete="off" placeholder="手机号码" />
      </Form.Item>
    </FieldPair>
  )
}

/** Asks whether the name is free in the organisation's area; saving checks it again. */
function nameFree(form: FormInstance, org: GovDetail | undefined) {
  return {
    validator: async (_rule: unknown, value: string | undefined) => {
      const name = EditGov.shape.orgName.safeParse(value)
      const area = org ?? areaTripleOf(form.getFieldValue('area') as string[] | undefined)
      if (!name.success || !area || name.data === org?.orgName) return
      const { provinceId, cityId, regionId } = area
      const input = { provinceId, cityId, regionId, orgId: org?.orgId, orgName: name.data }
      const free = await call(orgEndpoints.validOrgNameByRegion, input).catch(() => true)
      if (!free) throw new Error('该名称在所在区域内已被使用，请换一个')
    },
  }
}
