import { describe, expect, it } from 'vitest'
import { messageOfFailure, messageOfStatus, SERVER_FAULT } from './errors.ts'

describe('messageOfFailure', () => {
  it('prefers the mapped message, then the server’s, then 系统异常', () => {
    expect(messageOfFailure({ code: 669, message: 'other words' })).toBe('机构已过期')
    expect(messageOfFailure({ code: 9999, message: '第 3 行有误' })).toBe('第 3 行有误')
    expect(messageOfFailure({ code: 9999, message: '' })).toBe('系统异常')
  })
  it.each([650, 700])('shows what the server says with %i', (code) => {
    expect(messageOfFailure({ code, message: '验证码已发送，请30秒后再试' })).toBe(
      '验证码已发送，请30秒后再试',
    )
  })
  it('shows the server’s words where it names fields', () => {
    const issues = [{ path: ['phone'], message: '手机号码格式有误' }]
    expect(messageOfFailure({ code: 620, message: '请检查手机号码', issues })).toBe('请检查手机号码')
  })
})

describe('messageOfStatus', () => {
  it.each([
    [400, '请求错误'],
    [403, '没有权限，请联系管理员'],
    [404, '请求的资源不存在'],
    [413, '提交的内容过大'],
    [503, '服务暂不可用，请稍后再试'],
  ])('says more than the general fault for %i', (status, message) => {
    expect(messageOfStatus(status, { code: status, message: 'x' })).toBe(message)
  })
  it('lets a refusal for now say itself what is too much', () => {
    expect(messageOfStatus(429, { code: 429, message: '当前上传较多，请稍后重试' })).toBe(
      '当前上传较多，请稍后重试',
    )
  })
  it('stays general without an envelope or for a fault of the server', () => {
    expect(messageOfStatus(502, null)).toBe(SERVER_FAULT)
    expect(messageOfStatus(404, null)).toBe(SERVER_FAULT)
    expect(messageOfStatus(500, { code: 500, message: '服务器错误' })).toBe(SERVER_FAULT)
  })
})
