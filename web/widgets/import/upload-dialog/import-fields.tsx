import { Form, type FormInstance } from 'antd'
import { useEffect } from 'react'
import { StudentType } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import type { PermissionName } from '#contract/core/permissions.ts'
import { type TemplateType, UploadRoster } from '#contract/imports/schemas.ts'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { rulesOf } from '#web/core/form/rules-of.ts'
import { useSession } from '#web/core/session/session-store.ts'
import { SelectDropdown } from '../../select/select-dropdown.tsx'
import { SelectRadio } from '../../select/select-radio.tsx'
import { ImportFileFields } from './import-file-fields.tsx'
import type { GatedImport } from './import-gate.tsx'
import { type ImportSchool, ImportSchoolField } from './import-school-field.tsx'
import { ImportTemplates } from './import-templates.tsx'

type StuType = CodeOf<typeof StudentType>
export type ImportValues = {
  orgId?: number
  prefix?: number
  stuType?: StuType
  preview: boolean
  file?: File
}

const PERMISSION_OF_TYPE: Record<StuType, PermissionName> = {
  [StudentType.code.mainland]: 'importMainland',
  [StudentType.code.nonMainland]: 'importNonMainland',
  [StudentType.code.mainlandWithoutId]: 'importWithoutId',
}

/** Types of students the caller may import. */
export function useImportTypes() {
  const { permissions } = useSession()
  return StudentType.options.filter(({ value }) => permissions.has(PERMISSION_OF_TYPE[value]))
}

type Props = {
  form: FormInstance<ImportValues>
  kind: GatedImport
  school: ImportSchool | undefined
  orgId: number | undefined
  disabled: boolean
}

export function ImportFields({ form, kind, school, orgId, disabled }: Props) {
  const stuType = Form.useWatch('stuType', form)
  const prefix = Form.useWatch('prefix', form)
  const types = useImportTypes()
  const roster = kind === 'roster'
  const template: TemplateType = roster ? `roster${stuType ?? StudentType.code.mainland}` : 'classDivision'
  return (
    <>
      <ImportSchoolField school={school} />
      {roster && <StageField form={form} orgId={orgId} />}
      {roster && (
        <Form.Item name="stuType" label="学生类型" rules={[{ required: true, message: '请选择学生类型' }]}>
          <SelectRadio options={types} />
        </Form.Item>
      )}
      <Form.Item label="导入模板">
        <ImportTemplates orgId={orgId} type={template} prefix={prefix} />
      </Form.Item>
      <ImportFileFields disabled={disabled} previewHint="预览时先核对新增、更新和错误的行，确认后才写入。" />
    </>
  )
}

/** The stages of the school; the only one is chosen by itself. */
function StageField({ form, orgId }: Pick<Props, 'form' | 'orgId'>) {
  const answer = useCall(
    schoolEndpoints.prefixListByOrgId,
    { orgId: orgId ?? 0 },
    { enabled: orgId !== undefined },
  )
  const stages = orgId === undefined || answer.isPlaceholderData ? undefined : answer.data
  useEffect(() => {
    if (!stages) return
    const chosen = form.getFieldValue('prefix') as number | undefined
    if (stages.some(({ prefix }) => prefix === chosen)) return
    form.setFieldValue('prefix', stages.length === 1 ? stages[0]?.prefix : undefined)
  }, [form, stages])
  const hint = orgId === undefined ? '请先选择学校' : answer.isFetching ? '正在加载…' : '请选择学段'
  return (
    <Form.Item name="prefix" label="学段" rules={rulesOf(UploadRoster, 'prefix')}>
      <SelectDropdown
        options={(stages ?? []).map(({ prefix, prefixName }) => ({ value: prefix, label: prefixName }))}
        placeholder={hint}
        disabled={!stages}
        allowClear={false}
      />
    </Form.Item>
  )
}
