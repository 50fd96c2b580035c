import type { FormRule } from 'antd'
import type { z } from 'zod'

/** A required text of a form, judged by the contract. */
export const reasonRule = (schema: z.ZodType): FormRule => ({
  required: true,
  validator: (_rule, value: unknown) => {
    const issue = schema.safeParse(value ?? '').error?.issues[0]
    return issue ? Promise.reject(new Error(issue.message)) : Promise.resolve()
  },
})
