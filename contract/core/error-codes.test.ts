import { describe, expect, it } from 'vitest'
import { BizError, ERRORS, effectOf, httpStatusOf, messageOf, REFUSALS, Refusal } from './error-codes.ts'
import { IMPORT_ROW_MESSAGE_SEPARATOR, importRowMessage } from './import-codes.ts'

describe('error codes', () => {
  it('show the message of the code, else the server’s, else 系统异常', () => {
    expect(messageOf(607)).toBe('原密码错误')
    expect(messageOf(607, '别的')).toBe('原密码错误')
    expect(messageOf(9000, '别的')).toBe('别的')
    expect(messageOf(9000)).toBe('系统异常')
    expect(messageOf(9000, '')).toBe('系统异常')
  })

  it('do not fall for names every object has', () => {
    expect(messageOf(Number.NaN)).toBe('系统异常')
    expect(effectOf(Number.NaN)).toBeUndefined()
  })

  it('business codes travel under 200, transport errors under their own status', () => {
    expect([601, 650, 704, 9000].map(httpStatusOf)).toEqual([200, 200, 200, 200])
    expect([400, 401, 403, 404, 470, 500, 503].map(httpStatusOf)).toEqual([400, 401, 403, 404, 470, 500, 503])
    for (const [code, entry] of Object.entries(ERRORS))
      if ('http' in entry) expect(String(entry.http)).toBe(code)
      else expect(Number(code)).toBeGreaterThanOrEqual(600)
  })

  it('say in Chinese what is wrong', () => {
    for (const { message } of Object.values(ERRORS)) expect(message).toMatch(/^\p{Script=Han}/u)
    expect(ERRORS[659].message).toContain('400-1877-888')
  })

  it('BizError carries the code, and its own message where one is given', () => {
    expect(new BizError(650)).toMatchObject({ code: 650, message: ERRORS[650].message, issues: [] })
    const issues = [{ path: ['name'], message: '请输入姓名' }]
    expect(new BizError(650, '请输入姓名', issues)).toMatchObject({ message: '请输入姓名', issues })
  })
})

describe('refusals on which a screen acts', () => {
  it('have codes of their own, outside the catalogue', () => {
    const codes = Object.values(REFUSALS)
    expect(codes.filter((code) => code in ERRORS || code < 800)).toEqual([])
    expect(new Set(codes).size).toBe(codes.length)
  })

  it('travel under 200 and show the server’s own sentence', () => {
    const { code, message } = new Refusal('changedMeanwhile', '已由他人处理')
    expect([code, httpStatusOf(code), messageOf(code, message)]).toEqual([801, 200, '已由他人处理'])
  })
})

describe('import row codes', () => {
  it('show their message; 9999 shows the server’s or the word 错误', () => {
    expect(importRowMessage(170)).toBe('学生已有筛查数据，不能覆盖')
    expect(importRowMessage(170, '别的')).toBe('学生已有筛查数据，不能覆盖')
    expect(importRowMessage(9999, '第三列为空')).toBe('第三列为空')
    expect(importRowMessage(9999)).toBe('错误')
    expect(IMPORT_ROW_MESSAGE_SEPARATOR).toBe('；')
  })
})
