import { Form } from 'antd'
import { ASSIGNABLE_ROLES, OrgType, RoleType } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import { MESSAGES } from '#contract/core/fields.ts'
import { useSession } from '#web/core/session/session-store.ts'
import { useAreaRange } from '#web/widgets/area/area-range.ts'
import { LazyAreaCascader } from '#web/widgets/area/lazy-area-cascader.tsx'
import { SelectCheckbox } from '#web/widgets/select/select-checkbox.tsx'
import { SelectRadio } from '#web/widgets/select/select-radio.tsx'
import { OrgsSelect } from './orgs-select.tsx'
import type { SendValues } from './send-values.ts'

const WAYS = [
  { value: 'orgs', label: '指定机构' },
  { value: 'area', label: '按区域和机构类型' },
] as const

/** Whom a message goes to. Who looks after one organisation chooses roles only. */
export function RecipientFields() {
  const range = useAreaRange()
  const by = Form.useWatch<SendValues['by']>('by')
  return (
    <>
      {range && (
        <Form.Item name="by" label="接收机构">
          <SelectRadio options={WAYS} />
        </Form.Item>
      )}
      {range && by === 'orgs' && (
        <Form.Item name="orgIds" rules={[{ required: true, message: MESSAGES.recipientsRequired[0] }]}>
          <OrgsSelect />
        </Form.Item>
      )}
      {range && by === 'area' && (
        <>
          <Form.Item name="area" label="区域">
            <LazyAreaCascader within={range} anyLevel placeholder="全部管辖区域" />
          </Form.Item>
          <Form.Item
            name="orgTypes"
            label="机构类型"
            rules={[{ required: true, type: 'array', min: 1, message: '请选择机构类型' }]}
          >
            <SelectCheckbox options={OrgType.options} withAll />
          </Form.Item>
        </>
      )}
      <RoleField />
    </>
  )
}

function RoleField() {
  const own = useAreaRange() === undefined
  const assignable = useAssignableRoles()
  return (
    <Form.Item
      name="roleTypes"
      label={own ? '接收角色（本机构）' : '接收角色'}
      rules={[{ required: true, type: 'array', min: 1, message: MESSAGES.rolesRequired[0] }]}
    >
      <SelectCheckbox options={RoleType.options.filter(({ value }) => assignable.includes(value))} withAll />
    </Form.Item>
  )
}

/** The roles that exist in the organisations the user can write to. */
export function useAssignableRoles(): readonly CodeOf<typeof RoleType>[] {
  const orgType = useSession().user?.orgType
  return useAreaRange() === undefined && orgType ? ASSIGNABLE_ROLES[orgType] : RoleType.codes
}
