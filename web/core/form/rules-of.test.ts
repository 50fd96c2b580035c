import type { RuleObject } from 'antd/es/form'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { RoleType } from '#contract/core/codes.ts'
import { Phone } from '#contract/core/fields.ts'
import { rulesOf } from './rules-of.ts'

const Form = z.object({
  phone: Phone,
  note: z.string().max(3, '最多3个字').optional(),
  role: RoleType.schema,
})

async function faultOf(key: string, value: unknown, emptyMessage?: string): Promise<string | null> {
  const rule = rulesOf(Form, key, emptyMessage)[0] as RuleObject
  try {
    await rule.validator?.(rule, value, () => {})
    return null
  } catch (error) {
    return (error as Error).message
  }
}

it('marks what the contract requires', () => {
  expect(rulesOf(Form, 'phone')[0]).toMatchObject({ required: true })
  expect(rulesOf(Form, 'note')[0]).toMatchObject({ required: false })
})

it('shows the first message of the contract', async () => {
  expect(await faultOf('phone', undefined)).toBe('请输入手机号码')
  expect(await faultOf('phone', '')).toBe('请输入手机号码')
  expect(await faultOf('phone', '123')).toBe('手机号码格式有误')
  expect(await faultOf('phone', '+8613800000001')).toBeNull()
})

it('lets an optional field be empty', async () => {
  expect(await faultOf('note', '')).toBeNull()
  expect(await faultOf('note', null)).toBeNull()
  expect(await faultOf('note', '一二三四')).toBe('最多3个字')
})

it('never shows what zod says by itself', async () => {
  expect(await faultOf('role', undefined)).toBe('请填写此项')
  expect(await faultOf('role', undefined, '请选择角色')).toBe('请选择角色')
  expect(await faultOf('role', 99)).toBe('格式有误')
})
