import { Form, Typography } from 'antd'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { useTypedText } from '#web/core/use-typed-text.ts'
import { useAreaRange } from '../../area/area-range.ts'
import { OrgPicker, type OrgPickerField } from '../../org/org-picker.tsx'

export type ImportSchool = { orgId: number; orgName?: string }

/** Whose roster it is: the own school, or one of the range, found by its name. */
export function ImportSchoolField({ school }: { school: ImportSchool | undefined }) {
  const several = useAreaRange() !== undefined
  const fixed = !several && school !== undefined
  return (
    <>
      {fixed && <Typography.Paragraph>学校：{school.orgName}</Typography.Paragraph>}
      <Form.Item name="orgId" label="学校" hidden={fixed} rules={[{ required: true, message: '请选择学校' }]}>
        {fixed ? <input type="hidden" /> : <SchoolPicker knownName={school?.orgName} allowClear={false} />}
      </Form.Item>
    </>
  )
}

function SchoolPicker(field: OrgPickerField) {
  const [keyword, setTyped] = useTypedText()
  const found = useCall(schoolEndpoints.searchSchool, { pageNum: 1, keyword })
  return <OrgPicker {...field} noun="学校" unit="所" found={found} onSearch={setTyped} />
}
