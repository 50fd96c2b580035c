// Bodies with a file: what is taken, what is refused before it is held, and that the others take none.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { useApp } from '../../../testing/app.ts'
import { MULTIPART, multipartBody, type Part, sendBody } from '../../../testing/sheets/multipart.ts'

const node = useApp()
const { uploadFace } = studentEndpoints
const MEGABYTE = 1024 * 1024

let token: string
beforeAll(async () => {
  token = await node.current.login('school01')
})
const file = (content: Buffer | string, name = 'file'): Part => ({ name, filename: 'a.png', content })
const field = (name: string, value: string): Part => ({ name, value })
const send = (parts: Part[]) => sendBody(node.current, token, uploadFace, multipartBody(parts))
/** The call itself was reached: face photos are off here. */
const REACHED = { code: 700, message: '人脸采集未启用' }

describe('a call that takes a file', () => {
  test('takes one with its fields, in either order', async () => {
    expect(await send([field('studentId', '1'), file('x')])).toMatchObject(REACHED)
    expect(await send([file('x'), field('studentId', '1')])).toMatchObject(REACHED)
  })

  test('reads the fields by the contract', async () => {
    expect(await send([file('x')])).toMatchObject({ status: 400, code: 400 })
    expect(await send([file('x'), field('studentId', 'abc')])).toMatchObject({ status: 400, code: 400 })
  })

  test('says that the file is missing', async () => {
    const missing = { status: 200, code: 650, message: '请选择文件' }
    expect(await send([field('studentId', '1')])).toMatchObject(missing)
    expect(await send([field('studentId', '1'), file('')])).toMatchObject(missing)
    expect(await send([])).toMatchObject({ success: false })
  })

  test('refuses what is larger than its limit: 413', async () => {
    const answer = await send([field('studentId', '1'), file(Buffer.alloc(5 * MEGABYTE + 1))])
    expect(answer).toMatchObject({ status: 413, code: 413, message: '单个文件大小不能超过5MB' })
    expect(await send([field('studentId', '1'), file(Buffer.alloc(5 * MEGABYTE))])).toMatchObject(REACHED)
  })

  test('refuses other bodies: 415', async () => {
    const json = JSON.stringify({ studentId: 1 })
    for (const [body, type] of [
      [json, 'application/json'],
      ['studentId=1', 'application/x-www-form-urlencoded'],
      ['x', 'image/png'],
    ] as const)
      expect(await sendBody(node.current, token, uploadFace, body, type)).toMatchObject({
        status: 415,
        code: 415,
      })
  })

  test.each<[string, Part[]]>([
    ['two files', [file('x'), file('y', 'other')]],
    ['a field twice', [field('studentId', '1'), field('studentId', '2'), file('x')]],
    ['a field cut off', [field('studentId', '1'), field('note', 'x'.repeat(5_000)), file('x')]],
    ['many fields', [...Array.from({ length: 30 }, (_, n) => field(`f${n}`, 'x')), file('x')]],
    ['a field that would change its object', [field('__proto__', '{}'), field('studentId', '1'), file('x')]],
    ['a field called constructor', [field('constructor', 'x'), field('studentId', '1'), file('x')]],
  ])('refuses %s: 400', async (_name, parts) => {
    expect(await send(parts)).toMatchObject({ status: 400, code: 400, success: false })
  })

  test.each([
    ['without an end', multipartBody([field('studentId', '1'), file('x')]).subarray(0, -30), MULTIPART],
    ['without a boundary', multipartBody([file('x')]), 'multipart/form-data'],
    ['with another boundary', multipartBody([file('x')]), 'multipart/form-data; boundary=other'],
    ['that is no form at all', Buffer.from('nothing of the kind'), MULTIPART],
  ])('refuses a body %s, and goes on', async (_name, body, type) => {
    const answer = await sendBody(node.current, token, uploadFace, body, type)
    expect(answer.success).toBe(false)
    expect(answer.status).toBeLessThan(500)
    expect(await send([field('studentId', '1'), file('x')])).toMatchObject(REACHED)
  })

  test('asks who it is and what they may before it reads', async () => {
    const body = multipartBody([field('studentId', '1'), file(Buffer.alloc(6 * MEGABYTE))])
    expect(await sendBody(node.current, '', uploadFace, body)).toMatchObject({ code: 601 })
    const region = await node.current.login('region01')
    expect(await sendBody(node.current, region, uploadFace, body)).toMatchObject({ code: 602 })
  })
})

test.each([schoolEndpoints.addGrade, studentEndpoints.addStudent, studentEndpoints.studentPageList])(
  'a call without a file takes no form: 415 (%#)',
  async (endpoint) => {
    const body = multipartBody([field('orgId', '1')])
    expect(await sendBody(node.current, token, endpoint, body)).toMatchObject({ status: 415, code: 415 })
  },
)

describe('over the wire', () => {
  /** Sends pieces with no length stated; answers the status, or what broke. */
  async function stream(port: number, pieces: Buffer[], hangUp = false): Promise<number | string> {
    return new Promise((resolve) => {
      const headers = { authorization: token, 'content-type': MULTIPART, 'transfer-encoding': 'chunked' }
      const request = http.request({ port, method: 'POST', path: uploadFace.path, headers }, (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
        request.destroy()
      })
      request.on('error', (error: Error & { code?: string }) => resolve(error.code ?? error.message))
      for (const piece of pieces) request.write(piece)
      if (hangUp) setTimeout(() => request.destroy(), 50)
      else request.end()
    })
  }

  test('a body that does not say how long it is is counted, and who hangs up is no fault of ours', async () => {
    await node.current.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = node.current.app.server.address() as AddressInfo
    const whole = multipartBody([field('studentId', '1'), file(Buffer.alloc(8 * MEGABYTE))])
    expect([413, 'EPIPE', 'ECONNRESET']).toContain(await stream(port, [whole]))
    const small = multipartBody([field('studentId', '1'), file(Buffer.alloc(2 * MEGABYTE))])
    await stream(port, [small.subarray(0, MEGABYTE)], true)
    expect(await stream(port, [small])).toBe(200)
    expect(node.current.logged.filter((line) => line.includes('unexpected fault'))).toEqual([])
  })
})
