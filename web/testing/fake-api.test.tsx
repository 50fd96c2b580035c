import { describe, expect, it } from 'vitest'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { call } from '#web/core/api/call.ts'
import { upload } from '#web/core/api/upload.ts'
import { signIn } from '#web/core/session/session-store.ts'
import { fakeApi } from './fake-api.ts'
import { pageOf, schoolRow } from './samples/schools.ts'
import { userOf } from './samples/users.ts'

const { gradeDetail, schoolPageList } = schoolEndpoints

/** The faults so far, taken away so that the test's end finds none. */
const takeFaults = (api: ReturnType<typeof fakeApi>): string[] => api.faults.splice(0)

function signedIn(profile: 'GD' | 'SS' = 'GD') {
  signIn('token')
  return fakeApi().identify(userOf(profile))
}

describe('an answer', () => {
  it('is made from the input as the server would read it', async () => {
    const api = signedIn().answer(schoolPageList, ({ pageNum, keyword }) => ({
      ...pageOf([schoolRow({ orgName: keyword })]),
      pageNum,
    }))
    const answer = await call(schoolPageList, { keyword: ' 文一 ', pageNum: 2 })
    expect(answer).toMatchObject({ pageNum: 2, list: [{ orgName: '文一' }] })
    expect(api.calls(schoolPageList)).toEqual([{ keyword: '文一', pageNum: 2, pageSize: 20 }])
  })

  it('that breaks the contract fails the test', async () => {
    const api = signedIn().answer(schoolPageList, pageOf([schoolRow({ classCount: Number.NaN })]))
    await expect(call(schoolPageList, {})).rejects.toThrow('系统开小差了')
    expect(takeFaults(api)).toEqual([
      expect.stringMatching(/^wrong answer: schools.schoolPageList list.0.classCount/),
    ])
  })

  it('can be held back and let go', async () => {
    const api = signedIn().answer(schoolPageList, pageOf([]))
    const release = api.hold(schoolPageList)
    let answered = false
    const asked = call(schoolPageList, {}).then(() => {
      answered = true
    })
    await call(sessionEndpoints.userInfo, {})
    expect(answered).toBe(false)
    release()
    await asked
    expect(answered).toBe(true)
  })
})

describe('a call', () => {
  it('that nobody answers fails the test and is named', async () => {
    const api = signedIn()
    await expect(call(gradeDetail, { gradeId: 4 })).rejects.toThrow()
    expect(takeFaults(api)).toEqual(['not answered: schools.gradeDetail {"gradeId":"4"}'])
  })

  it('with an input that the contract refuses fails the test', async () => {
    const api = signedIn().answer(schoolPageList, pageOf([]))
    await expect(call(schoolPageList, { pageNum: 0 })).rejects.toThrow()
    expect(takeFaults(api)).toEqual([expect.stringMatching(/^wrong input: schools.schoolPageList pageNum/)])
  })

  it('that its user may not make fails the test', async () => {
    const api = signedIn('SS').answer(schoolPageList, pageOf([]))
    await expect(call(schoolPageList, {})).rejects.toThrow()
    expect(takeFaults(api)).toEqual(['called without the permission: schools.schoolPageList'])
  })
})

describe('a refusal', () => {
  it('reaches the caller with code, message and issues', async () => {
    signedIn().refuse(schoolPageList, 700, '名称重复', [{ path: ['keyword'], message: '换一个' }])
    await expect(call(schoolPageList, {})).rejects.toMatchObject({
      code: 700,
      message: '名称重复',
      issues: [{ path: ['keyword'], message: '换一个' }],
    })
  })

  it('can be a dead line', async () => {
    signedIn().disconnect(schoolPageList)
    await expect(call(schoolPageList, {})).rejects.toThrow('您的网络不稳定，请检查后重试！')
  })
})

it('an upload arrives with its fields and its file', async () => {
  signIn('token')
  const { uploadFace } = studentEndpoints
  const api = fakeApi().identify(userOf('SA')).answer(uploadFace, null)
  const sent: number[] = []
  const onProgress = (part: number) => sent.push(part)
  await upload(uploadFace, { studentId: 5 }, new File(['x'], '照片.png'), { onProgress })
  expect(api.calls(uploadFace)).toEqual([{ studentId: 5 }])
  expect(api.files(uploadFace).map(({ name }) => name)).toEqual(['照片.png'])
  expect(sent).toEqual([1])
})
