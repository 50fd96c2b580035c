import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { REGISTERED_ELSEWHERE } from '#contract/students/identity.ts'
import { ApiError } from '#web/core/api/errors.ts'
import { isOfOtherSchool, numberTakenMessage } from './number-taken.ts'

const NUMBER = '330300201509010011'
const HELD = '证件号已存在：张三（西湖实验小学一年级1班）'
const taken = (message: string) =>
  new ApiError(message, { code: 655, issues: [{ path: ['idCard'], message }] })

let asked: unknown[]
let holders: { orgId: number }[]
beforeEach(() => {
  asked = []
  holders = []
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    asked.push(JSON.parse(String(init.body)))
    const page = { list: holders, total: holders.length, more: false, pageNum: 1, pageSize: 20 }
    return Response.json({ success: true, code: 200, message: '', data: page })
  })
})
afterEach(() => vi.unstubAllGlobals())

it('takes the message under the number from the answer, if it is about the number', () => {
  expect(numberTakenMessage(taken(HELD))).toBe(HELD)
  expect(numberTakenMessage(new ApiError('班级已停用', { code: 700 }))).toBeNull()
})

describe('a number that is taken', () => {
  it('elsewhere is known from the answer alone', async () => {
    expect(await isOfOtherSchool(taken(REGISTERED_ELSEWHERE), NUMBER, 7)).toBe(true)
    expect(asked).toEqual([])
  })
  it('by a student in range is looked up: no transfer within the own school, one from another', async () => {
    holders = [{ orgId: 7 }]
    expect(await isOfOtherSchool(taken(HELD), NUMBER, 7)).toBe(false)
    expect(await isOfOtherSchool(taken(HELD), NUMBER, 8)).toBe(true)
    expect(asked).toContainEqual(expect.objectContaining({ idCard: NUMBER }))
  })
  it('is not looked for where the answer is about something else', async () => {
    expect(await isOfOtherSchool(new ApiError('班级已停用', { code: 700 }), NUMBER, 7)).toBe(false)
    expect(asked).toEqual([])
  })
})
