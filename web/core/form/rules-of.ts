import type { FormRule } from 'antd'
import type { z } from 'zod'

type Rule = FormRule

/** antd rules made from a field of the contract, so that form and server say the same words. */
export function rulesOf(schema: z.ZodObject, key: string, emptyMessage = '请填写此项'): Rule[] {
  const field = schema.shape[key] as z.ZodType | undefined
  if (!field) throw new Error(`no field ${key}`)
  const required = !field.safeParse(undefined).success
  return [
    {
      required,
      validator: (_rule, value: unknown) => {
        const fault = firstFault(field, value, required, emptyMessage)
        return fault === null ? Promise.resolve() : Promise.reject(new Error(fault))
      },
    },
  ]
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''
// What zod says by itself is English and means nothing to the user.
const isOurs = (message: string): boolean => /\p{Script=Han}/u.test(message)

function firstFault(
  field: z.ZodType,
  value: unknown,
  required: boolean,
  emptyMessage: string,
): string | null {
  if (isEmpty(value) && !required) return null
  const result = field.safeParse(value === null ? undefined : value)
  if (result.success) return null
  const message = result.error.issues[0]?.message ?? ''
  if (isOurs(message)) return message
  return isEmpty(value) ? emptyMessage : '格式有误'
}
