import type { FormInstance } from 'antd'

/** Fields that were left alone take over what somebody else saved; what was typed stays. */
export function takeOver<Values>(form: FormInstance<Values>, before: object, now: object): void {
  const shown = form.getFieldsValue() as Record<string, unknown>
  const [then, next] = [withoutNulls(before), withoutNulls(now)]
  const untouched = Object.keys(shown).filter((key) => isSame(shown[key] ?? undefined, then[key]))
  const values = Object.fromEntries(untouched.map((key) => [key, next[key]]))
  form.setFieldsValue(values as Parameters<typeof form.setFieldsValue>[0])
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Unknown values are left out, so that a field can have an initial value of its own. */
export const withoutNulls = (values: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
