import { Form } from 'antd'
import { OrgProperty, OrgType, PROPERTIES_OF_ORG_TYPE } from '#contract/core/codes.ts'
import { AddSchool } from '#contract/schools/schemas.ts'
import { rulesOf } from '#web/core/form/rules-of.ts'
import { SchoolFields } from '#web/widgets/org/school-fields.tsx'
import { SelectRadio } from '#web/widgets/select/select-radio.tsx'

const PROPERTIES: readonly number[] = PROPERTIES_OF_ORG_TYPE[OrgType.code.school]
const PROPERTY_OPTIONS = OrgProperty.options.filter(({ value }) => PROPERTIES.includes(value))

/** As the school's own form, with the property, which is settled when the school is added. */
export function ListedSchoolFields({ property }: { property?: number }) {
  return (
    <>
      {property === undefined ? (
        <Form.Item name="orgProperty" label="学校属性" rules={rulesOf(AddSchool, 'orgProperty')}>
          <SelectRadio options={PROPERTY_OPTIONS} />
        </Form.Item>
      ) : (
        <Form.Item label="学校属性">{OrgProperty.label(property)}</Form.Item>
      )}
      <SchoolFields />
    </>
  )
}
