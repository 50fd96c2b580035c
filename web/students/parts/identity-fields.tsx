import { Form, type FormInstance, Input } from 'antd'
import type { Rule } from 'antd/es/form'
import { Sex, StudentType } from '#contract/core/codes.ts'
import { today } from '#web/core/format.ts'
import { DateInput } from '#web/widgets/select/date-input.tsx'
import { SelectRadio } from '#web/widgets/select/select-radio.tsx'
import {
  identityIssues,
  keepsNumber,
  numberFieldOf,
  type Stored,
  type StudentFormValues,
} from './student-values.ts'

export const KEEP_HINT = '留空表示不修改'

const NUMBERS = {
  idCard: { label: '身份证号', placeholder: '18 位身份证号', maxLength: 18 },
  passportNo: { label: '护照或通行证号', placeholder: '护照、通行证、居住证号码', maxLength: 20 },
} as const

type Props = { form: FormInstance<StudentFormValues>; stored?: Stored }

/** Number, sex and birth date, as the type of student asks for them. */
export function IdentityFields({ form, stored }: Props) {
  const type = Form.useWatch('studentType', form) ?? stored?.studentType ?? StudentType.code.mainland
  const locked = type === StudentType.code.mainland
  const number = numberFieldOf(type)
  const lockedHint = locked ? '根据身份证号自动填写' : undefined
  return (
    <>
      {number && <NumberField key={number} field={number} form={form} stored={stored} />}
      <Form.Item
        name="sex"
        label="性别"
        required={!locked}
        rules={[identityRule('sex', stored)]}
        dependencies={['studentType']}
        extra={lockedHint}
      >
        <SelectRadio options={Sex.options} disabled={locked} />
      </Form.Item>
      <Form.Item
        name="birthDate"
        label="出生日期"
        required={!locked}
        rules={[identityRule('birthDate', stored)]}
        dependencies={['studentType']}
        extra={lockedHint}
      >
        <DateInput max={today()} disabled={locked} placeholder={locked ? '' : undefined} />
      </Form.Item>
    </>
  )
}

type NumberProps = Props & { field: keyof typeof NUMBERS }

function NumberField({ field, form, stored }: NumberProps) {
  const type = Form.useWatch('studentType', form)
  const masked = stored?.[field] && keepsNumber({ studentType: type }, stored) ? stored[field] : null
  const { label, placeholder, maxLength } = NUMBERS[field]
  return (
    <Form.Item
      name={field}
      label={label}
      required={!masked}
      rules={[identityRule(field, stored)]}
      validateTrigger="onBlur"
      extra={masked ? KEEP_HINT : undefined}
    >
      <Input
        autoComplete="off"
        spellCheck={false}
        maxLength={maxLength}
        placeholder={masked ?? placeholder}
      />
    </Form.Item>
  )
}

/** The contract's own check of an identity, for one field of it. */
function identityRule(
  field: 'idCard' | 'passportNo' | 'sex' | 'birthDate',
  stored: Stored | undefined,
): Rule {
  return ({ getFieldsValue }) => ({
    validator: () => {
      const values = getFieldsValue() as Partial<StudentFormValues>
      const found = identityIssues(values, stored, today()).find(({ path }) => path[0] === field)
      return found ? Promise.reject(new Error(found.message)) : Promise.resolve()
    },
  })
}
