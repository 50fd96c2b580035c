import { type ChangeEvent, useId, useState } from 'react'
import type { z } from 'zod'
import type { FieldIssue } from '#contract/core/error-codes.ts'

type Texts<K extends string> = Record<K, string>
export type FieldBinding = {
  id: string
  name: string
  value: string
  error: string | undefined
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => void
  onBlur: () => void
}
export type FieldRules<K extends string> = Record<K, (texts: Texts<K>) => string | undefined>

/** The first message of a field of the contract, if it does not hold. */
export const ruleOf = (field: z.ZodType) => (text: string) => field.safeParse(text).error?.issues[0]?.message

/** A plain form: texts, and what is wrong with them after a field was left or the form was sent. */
export function useFields<K extends string>(initial: Texts<K>, rules: FieldRules<K>) {
  const form = useId()
  const [texts, setTexts] = useState(initial)
  const [errors, setErrors] = useState<Partial<Texts<K>>>({})
  const names = Object.keys(initial) as K[]
  const set = (name: K, value: string) => {
    setTexts((before) => ({ ...before, [name]: value }))
    setErrors((before) => ({ ...before, [name]: undefined }))
  }
  const check = (wanted: readonly K[] = names): boolean => {
    const found = wanted.map((name) => [name, rules[name](texts)] as const)
    setErrors((before) => ({ ...before, ...Object.fromEntries(found) }))
    const first = found.find(([, error]) => error)
    if (first) document.getElementById(`${form}${first[0]}`)?.focus()
    return !first
  }
  const bind = (name: K): FieldBinding => ({
    id: `${form}${name}`,
    name,
    value: texts[name],
    error: errors[name],
    onChange: (event) => set(name, event.target.value),
    onBlur: () => setErrors((before) => ({ ...before, [name]: rules[name](texts) })),
  })
  /** Puts the server's issues under their fields; false where one has no field here. */
  const showIssues = (issues: FieldIssue[]): boolean => {
    const known = issues.filter(({ path }) => names.includes(String(path[0]) as K))
    setErrors((before) => ({
      ...before,
      ...Object.fromEntries(known.map(({ path, message }) => [path[0], message])),
    }))
    return issues.length > 0 && known.length === issues.length
  }
  return { texts, set, check, bind, showIssues }
}
