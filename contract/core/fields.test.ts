import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import * as fields from './fields.ts'

const { codeOfMessage, VALUE_RANGES, isOnStep } = fields

/** The first message of a refused value, or null when it is taken. */
function refusal(schema: z.ZodType, value: unknown): string | null {
  const result = schema.safeParse(value)
  return result.success ? null : (result.error.issues[0]?.message ?? '')
}

function expectRefused(schema: z.ZodType, values: unknown[], message: string, code: number): void {
  for (const value of values)
    expect([value, refusal(schema, value)], `refuses ${JSON.stringify(value)}`).toEqual([value, message])
  expect(codeOfMessage(message)).toBe(code)
}
function expectTaken(schema: z.ZodType, values: unknown[]): void {
  for (const value of values) expect([value, refusal(schema, value)]).toEqual([value, null])
}
const letters = (length: number, letter = 'a'): string => letter.repeat(length)
const MISSING = [undefined, null, '', '   ']

describe('change of password', () => {
  it('needs the old one', () => {
    expectRefused(fields.OldPassword, MISSING, '请输入初始密码', 650)
    expect(fields.OldPassword.parse(' Demo@2026 ')).toBe('Demo@2026')
  })

  it('takes 6 to 16 letters, digits and underscores', () => {
    const format = '密码只能包含字母、数字、下划线，且长度为6~16'
    expectRefused(fields.ChangedPassword, MISSING, '请输入新密码', 650)
    expectRefused(
      fields.ChangedPassword,
      [letters(5), letters(17), 'abc 123', 'abc@123', '密码密码密码'],
      format,
      622,
    )
    expectTaken(fields.ChangedPassword, [letters(6), letters(16), 'abc_123', '______', '000000'])
    expect(fields.ChangedPassword.parse(' abc_123 ')).toBe('abc_123')
  })

  it('needs the confirmation', () => {
    expectRefused(fields.PasswordConfirm, MISSING, '请再次输入新密码', 650)
    expect(fields.PasswordConfirm.parse(' abc_123 ')).toBe('abc_123')
    expect(fields.MESSAGES.confirmDiffers).toEqual(['两次输入密码不一致!', 622])
  })
})

describe('identity', () => {
  it('national id', () => {
    expectRefused(fields.IdCardNumber, MISSING, '请输入身份证号', 650)
    expectRefused(
      fields.IdCardNumber,
      ['330300201509010012', '330200201302290021', '12345', 'abc'],
      '身份证号格式错误',
      621,
    )
    expect(fields.IdCardNumber.parse('33030020160512019x')).toBe('33030020160512019X')
    expect(fields.IdCardNumber.parse('330300800101001')).toBe('330300198001010016')
  })

  it('username: 6 to 16 letters and digits with at least one letter', () => {
    expectRefused(fields.Account, MISSING, '请输入用户名', 650)
    expectRefused(
      fields.Account,
      [`${letters(4)}1`, `${letters(16)}1`, '123456', 'abc_123', 'abc 123', '用户名用户名a'],
      '用户名由6-16位字母和数字组成，且至少包含一个字母',
      624,
    )
    expectTaken(fields.Account, ['abcdef', 'a12345', '12345a', letters(16)])
  })

  it('an account that is only looked up has no format to learn from', () => {
    expectRefused(fields.TypedAccount, MISSING, '请输入用户名', 650)
    expectTaken(fields.TypedAccount, ['a', '13800001234', '任何文字'])
  })

  it('name: 2 to 15 Chinese or English characters', () => {
    expectRefused(fields.PersonName, MISSING, '请输入姓名', 650)
    expectRefused(
      fields.PersonName,
      ['张', letters(16), letters(16, '张'), '张3', '张 三', '张_三', 'ab1', '<b>'],
      '请输入2-15个中文或英文字符',
      623,
    )
    expectTaken(fields.PersonName, ['张三', 'ab', letters(15), letters(15, '张'), '张San', '𠮷野'])
    expect(fields.PersonName.parse(' 张三 ')).toBe('张三')
    expectTaken(fields.PersonName, ['阿依古丽·买买提'])
  })

  it('phone: optional 0, 86 or +86, then 1, 3-9 and nine digits', () => {
    expectRefused(fields.Phone, MISSING, '请输入手机号码', 650)
    expectRefused(
      fields.Phone,
      [
        '12800001234',
        '11800001234',
        '10800001234',
        '1380000123',
        '138000012345',
        '23800001234',
        '+8513800001234',
        '008613800001234',
        '086 13800001234',
        '138-0000-1234',
      ],
      '手机号码格式有误',
      620,
    )
    for (const second of '3456789') expectTaken(fields.Phone, [`1${second}800001234`])
    for (const prefix of ['', '0', '86', '+86'])
      expect(fields.Phone.parse(`${prefix}13800001234`)).toBe('13800001234')
  })

  it('password: 8 to 20 with letter, digit and special character', () => {
    expectRefused(fields.Password, MISSING, '请输入密码', 650)
    expectRefused(
      fields.Password,
      ['abc@123', `${letters(19)}@1`, 'abcdefg1', 'abcdefg@', '1234567@', 'abc 123@', '密码abc123@'],
      '密码由8-20位数字、字母、特殊符号组成',
      622,
    )
    expectTaken(fields.Password, ['abcd@123', `${letters(18)}@1`, 'Demo@2026', 'a1~~~~~~', 'abcdefg_1'])
  })

  it('the password of a sign-in is taken as typed', () => {
    expectRefused(fields.TypedPassword, [undefined, null, ''], '请输入密码', 650)
    expect(fields.TypedPassword.parse(' Demo@2026 ')).toBe(' Demo@2026 ')
    expectTaken(fields.TypedPassword, ['a', '   '])
  })

  it('codes that are typed in', () => {
    expectRefused(fields.SmsCode, MISSING, '请输入验证码', 650)
    expectRefused(fields.SmsCode, [letters(11)], '短信验证码错误', 704)
    expectTaken(fields.SmsCode, ['123456'])
    expectRefused(fields.CaptchaText, MISSING, '请输入图形验证码', 650)
    expectRefused(fields.CaptchaText, [letters(11)], '图形验证码错误', 610)
  })
})

describe('organisation and dates', () => {
  it('full name: 4 to 50 taken though the message says 5 to 50', () => {
    expectRefused(fields.OrgName, MISSING, '请输入机构全称', 650)
    expectRefused(fields.OrgName, [letters(3, '校'), letters(51, '校')], '机构全称长度为5-50个字符', 700)
    expectTaken(fields.OrgName, [letters(4, '校'), letters(5, '校'), letters(50, '校')])
  })

  it('address: 2 to 50', () => {
    expectRefused(fields.Address, MISSING, '请输入详细地址', 650)
    expectRefused(fields.Address, ['路', letters(51, '路')], '详细地址长度为2-50个字符', 700)
    expectTaken(fields.Address, [letters(2, '路'), letters(50, '路')])
  })

  it('start and end date', () => {
    expectRefused(fields.StartDate, MISSING, '请选择开始日期', 650)
    expectRefused(fields.EndDate, MISSING, '请选择结束日期', 650)
    const wrong = ['2025-13-01', '2025-00-10', '2025-1-1', '2025/01/01', '20250101', '2025-01-32']
    for (const schema of [fields.StartDate, fields.EndDate, fields.PlainDate]) {
      expectRefused(schema, wrong, '日期格式有误', 700)
      expectTaken(schema, ['2025-09-01', '2024-02-29'])
    }
  })

  it('area id: six digits', () => {
    expectRefused(fields.AreaId, [undefined, '', '33010', '3301000', 'abcdef'], '请选择所在区域', 650)
    expectTaken(fields.AreaId, ['330000', '330100', '330102'])
  })

  it('reason', () => {
    expectRefused(fields.Reason, MISSING, '请填写原因', 650)
    expectTaken(fields.Reason, [letters(200)])
    expectRefused(fields.Reason, [letters(201)], '原因不能超过200个字', 700)
  })
})

describe('plain patterns', () => {
  it('letters, digits, dot, underscore', () => {
    expectRefused(fields.PlainChars, ['', 'a-b', 'a b', '字'], '只能输入字母、数字、点和下划线', 700)
    expectTaken(fields.PlainChars, ['a.b_9'])
  })
  it('Chinese only', () => {
    expectRefused(fields.ChineseOnly, ['', 'abc', '中a', '中 文', '中。'], '请输入中文字符', 700)
    expectTaken(fields.ChineseOnly, ['中', '中文字符'])
  })
  it('digits only', () => {
    expectRefused(fields.DigitsOnly, ['', '1.5', '-1', 'a', '１'], '请输入数字', 700)
    expectTaken(fields.DigitsOnly, ['0', '0123'])
  })
  it('links', () => {
    for (const link of ['http://a', 'https://a', 'HTTPS://a', 'mailto:a@b', 'tel:110'])
      expect(fields.isLink(link)).toBe(true)
    for (const text of ['', 'ftp://a', 'javascript:alert(1)', '//a', '/a', ' http://a', 'xhttp://a'])
      expect(fields.isLink(text)).toBe(false)
  })
})

describe('messages', () => {
  it('speak Chinese whatever is sent', () => {
    const schemas = Object.entries(fields).filter(
      (entry): entry is [string, z.ZodType & (typeof entry)[1]] =>
        typeof entry[1] === 'object' && 'safeParse' in entry[1],
    )
    expect(schemas.length).toBeGreaterThan(20)
    for (const [name, schema] of schemas)
      for (const value of [undefined, null, 5, {}, [], '', letters(1000)])
        expect(refusal(schema, value) ?? '无', `${name} ${typeof value}`).toMatch(/\p{Script=Han}/u)
  })

  it('have one business code each', () => {
    const texts = Object.values(fields.MESSAGES).map(([text]) => text)
    expect(new Set(texts).size).toBe(texts.length)
    expect(codeOfMessage('没有这样的消息')).toBeUndefined()
    expect(fields.MESSAGES.uploadFailed[0]).toBe('上传失败，请重试')
    expect(fields.fileTooLarge(20)).toBe('单个文件大小不能超过20MB')
  })
})

describe('value ranges', () => {
  it('are those of the spec', () => {
    expect(VALUE_RANGES).toEqual({
      age: { min: 3, max: 25, step: 1 },
      vision: { min: 3.3, max: 5.3, step: 0.1 },
      sphere: { min: -20, max: 20, step: 0.25 },
      cylinder: { min: -20, max: 0, step: 0.25 },
      axis: { min: 0, max: 180, step: 1 },
      orthoK: { min: 0, max: 1000, step: 25 },
    })
    expect([fields.NAME_MAX, fields.NATIVE_PLACE_MAX, fields.ETHNICITY_MAX]).toEqual([15, 10, 5])
  })

  it('take every step of vision and nothing between or outside', () => {
    for (let tenths = 33; tenths <= 53; tenths++)
      expect([tenths, isOnStep(Number((tenths / 10).toFixed(1)), VALUE_RANGES.vision)]).toEqual([
        tenths,
        true,
      ])
    for (const value of [5.25, 3.35, 4.999, 3.2, 5.4, 0, Number.NaN, Number.POSITIVE_INFINITY])
      expect([value, isOnStep(value, VALUE_RANGES.vision)]).toEqual([value, false])
  })

  it('take every step of the other ranges', () => {
    for (const range of [
      VALUE_RANGES.sphere,
      VALUE_RANGES.cylinder,
      VALUE_RANGES.axis,
      VALUE_RANGES.orthoK,
    ]) {
      for (let value = range.min; value <= range.max; value += range.step)
        expect([value, isOnStep(value, range)]).toEqual([value, true])
      expect(isOnStep(range.min - range.step, range)).toBe(false)
      expect(isOnStep(range.max + range.step, range)).toBe(false)
      expect(isOnStep(range.min + range.step / 2, range)).toBe(false)
    }
    expect([2, 3, 25, 26, 7.5].map((age) => isOnStep(age, VALUE_RANGES.age))).toEqual([
      false,
      true,
      true,
      false,
      false,
    ])
  })
})
