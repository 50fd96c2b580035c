import { describe, expect, test } from 'vitest'
import { newPasswordRule } from '#contract/session/password-rule.ts'
import { changePasswordFields, resetPasswordFields } from './password-fields.ts'

const PASSWORDS = [
  'abc_12',
  'river7!Stone',
  'no',
  'river_stone_20261',
  'Abcdefgh#1jklmnOpq_23',
  '密码river7!',
]
const FORMS = { change: changePasswordFields, reset: resetPasswordFields }
const fault = (
  field: { safeParse(value: unknown): { error?: { issues: { message: string }[] } } },
  value: string,
) => field.safeParse(value).error?.issues[0]?.message

describe.each(['spec', 'strict'] as const)('under the policy %s', (policy) => {
  test.each(['change', 'reset'] as const)(
    'the form %s judges a new password as the contract does',
    (form) => {
      const { newPassword } = FORMS[form](policy).shape
      for (const password of PASSWORDS) {
        expect(fault(newPassword, password), password).toBe(fault(newPasswordRule(policy, form), password))
      }
      expect(newPassword.parse('  river_7Stone ')).toBe('river_7Stone')
    },
  )

  test('an empty field asks for what belongs into it', () => {
    for (const fields of Object.values(FORMS)) {
      expect(fault(fields(policy).shape.newPassword, '  ')).toBe('请输入新密码')
      expect(fault(fields(policy).shape.rePassword, '')).toBe('请再次输入新密码')
    }
  })
})
