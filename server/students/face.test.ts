// Face photos: off unless turned on, by consent alone, drawn anew, sealed, and for nobody else to see.
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { studentEndpoints } from '#contract/students/endpoints.ts'
import { useApp } from '../testing/app.ts'
import { type By, must, newUser } from '../testing/people.ts'
import { newGrade, newSchool, newStudent } from '../testing/roster.ts'
import { rowsOf } from '../testing/rows.ts'
import { multipartBody, sendBody } from '../testing/sheets/multipart.ts'

const app = useApp({ FACE_PHOTO: 'on' })
const { recordConsent, facePhoto, removeFace, uploadFace, studentDetail, studentViewers } = studentEndpoints

let token: string
let by: By
let orgId: number
let classId: number
let studentId: number

beforeAll(async () => {
  const region = app.current.as(await app.current.login('region01'))
  orgId = await newSchool(app.current, region)
  const { classIds } = await newGrade(region, orgId, 2, 1)
  classId = classIds[0] ?? 0
  const { account } = await newUser(app.current, orgId, 20)
  token = await app.current.login(account)
  by = app.current.as(token)
})
beforeEach(async () => {
  studentId = (await newStudent(by, classId)).studentId
})

const picture = (format: 'png' | 'jpeg' | 'webp' | 'gif', side = 40) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#c08060' } })
    .toFormat(format)
    .toBuffer()
const upload = (content: Buffer, filename = 'photo.jpg', node = app.current, id = studentId) =>
  sendBody(
    node,
    token,
    uploadFace,
    multipartBody([
      { name: 'studentId', value: String(id) },
      { name: 'file', filename, content },
    ]),
  )
const consent = (given: boolean) =>
  must(by.call(recordConsent, { studentId, given, channel: 'paper', guardianName: '王大明' }))
const photo = () => must(by.call(facePhoto, { studentId }))
const stored = () =>
  rowsOf<{ photo_enc: Buffer }>(app.current, 'select photo_enc from student_face where student_id = $1', [
    studentId,
  ])

test('without being turned on nothing of it works, but a photo can be removed', async () => {
  const off = await app.current.otherNode({})
  const closed = { code: 700, message: '人脸采集未启用' }
  expect(await upload(await picture('png'), 'a.png', off)).toMatchObject(closed)
  const asOff = off.as(token)
  expect(await asOff.call(facePhoto, { studentId })).toMatchObject(closed)
  expect(await asOff.call(recordConsent, { studentId, given: true, channel: 'paper' })).toMatchObject(closed)
  expect((await must(asOff.call(studentDetail, { studentId }))).faceEnabled).toBe(false)
  expect((await asOff.call(removeFace, { studentId })).success).toBe(true)
  expect((await must(by.call(studentDetail, { studentId }))).faceEnabled).toBe(true)
})

describe('consent', () => {
  test('is needed, and recorded with who and how', async () => {
    const refused = await upload(await picture('jpeg'))
    expect(refused).toMatchObject({ code: 700, message: '监护人未同意采集人脸，请先登记同意书' })
    await consent(true)
    expect((await upload(await picture('jpeg'))).success).toBe(true)
    expect(await must(by.call(studentDetail, { studentId }))).toMatchObject({
      faceConsent: true,
      faceCollected: 1,
    })
    const rows = await rowsOf(
      app.current,
      'select given, guardian_name, channel, recorded_by is not null as by from student_consent where student_id = $1',
      [studentId],
    )
    expect(rows).toEqual([{ given: true, guardian_name: '王大明', channel: 'paper', by: true }])
  })

  test('that is taken back takes the photo along', async () => {
    await consent(true)
    await upload(await picture('jpeg'))
    await consent(false)
    expect(await stored()).toEqual([])
    expect(await photo()).toEqual({ photo: null, takenAt: null })
    expect(await must(by.call(studentDetail, { studentId }))).toMatchObject({
      faceConsent: false,
      faceCollected: 0,
    })
    expect((await upload(await picture('jpeg'))).code).toBe(700)
  })

  test('that is taken back while a photo comes in leaves none', async () => {
    for (let round = 0; round < 5; round += 1) {
      await consent(true)
      await Promise.all([picture('png', 600).then((content) => upload(content)), consent(false)])
      expect(await stored()).toEqual([])
    }
  })

  test('is not given by a way nobody knows', async () => {
    const odd = { studentId, given: true, channel: 'hearsay' }
    expect((await by.call(recordConsent, odd as never)).code).toBe(400)
  })
})

describe('a picture', () => {
  beforeEach(() => consent(true))

  test.each(['png', 'jpeg'] as const)(
    'is taken as %s by its content, whatever it is called',
    async (format) => {
      expect((await upload(await picture(format, 1200), 'photo.exe')).success).toBe(true)
      const { photo: address } = await photo()
      const shown = Buffer.from(String(address).replace('data:image/jpeg;base64,', ''), 'base64')
      const { format: drawn, width, height } = await sharp(shown).metadata()
      expect(drawn).toBe('jpeg')
      expect(Math.max(width ?? 0, height ?? 0)).toBeLessThanOrEqual(600)
    },
  )

  const pngChunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    return Buffer.concat([length, Buffer.from(type), data, crc(Buffer.concat([Buffer.from(type), data]))])
  }
  function crc(data: Buffer): Buffer {
    let value = 0xffffffff
    for (const byte of data) {
      value ^= byte
      for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
    }
    const out = Buffer.alloc(4)
    out.writeUInt32BE((value ^ 0xffffffff) >>> 0)
    return out
  }
  /** A few bytes that claim to unpack to gigabytes. */
  function hugePng(side: number): Buffer {
    const header = Buffer.alloc(13)
    header.writeUInt32BE(side, 0)
    header.writeUInt32BE(side, 4)
    header.set([8, 2, 0, 0, 0], 8)
    const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    const data = pngChunk('IDAT', deflateSync(Buffer.alloc(5_000)))
    return Buffer.concat([signature, pngChunk('IHDR', header), data, pngChunk('IEND', Buffer.alloc(0))])
  }

  test.each<[string, () => Promise<Buffer> | Buffer]>([
    ['a text', () => Buffer.from('not a picture')],
    ['a webp', () => picture('webp')],
    ['a gif', () => picture('gif')],
    ['a drawing with a script', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ['the beginning of a jpeg', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0])],
    ['half a png', async () => (await picture('png', 300)).subarray(0, 60)],
    ['a program that begins like a png', () => Buffer.from('\x89PNG\r\n\x1a\nMZ', 'latin1')],
    ['a png of 50 000 by 50 000', () => hugePng(50_000)],
  ])('is not %s', async (_name, content) => {
    const before = process.memoryUsage().rss
    const answer = await upload(await content(), 'photo.png')
    expect(answer).toMatchObject({
      status: 200,
      code: 700,
      message: '图片无法识别，请上传 jpg 或 png 格式的照片',
    })
    expect(process.memoryUsage().rss - before).toBeLessThan(1024 ** 3)
    expect(await stored()).toEqual([])
  })

  test('loses where and by what it was taken', async () => {
    const exif = {
      IFD0: { Make: 'CANARY-CAMERA' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '30/1 15/1 0/1' },
    }
    const taken = await sharp(await picture('jpeg'))
      .withExif(exif)
      .jpeg()
      .toBuffer()
    expect(taken.includes('CANARY-CAMERA')).toBe(true)
    await upload(taken)
    const shown = Buffer.from(String((await photo()).photo).split(',')[1] ?? '', 'base64')
    expect(shown.includes('CANARY-CAMERA')).toBe(false)
    expect((await sharp(shown).metadata()).exif).toBeUndefined()
  })

  test('is stored sealed', async () => {
    await upload(await picture('jpeg'))
    const [row] = await stored()
    expect(row?.photo_enc.subarray(0, 2)).not.toEqual(Buffer.from([0xff, 0xd8]))
    expect(row?.photo_enc.includes('JFIF')).toBe(false)
    const opened = app.current.services.secrets.decryptBytes(row?.photo_enc ?? Buffer.alloc(0))
    expect(opened.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]))
  })

  test('is for nobody else: neither by permission, nor by range', async () => {
    await upload(await picture('jpeg'))
    for (const account of ['region01', 'province01', 'teacher01', 'hospital01']) {
      const other = app.current.as(await app.current.login(account))
      expect((await other.call(facePhoto, { studentId })).code).toBe(602)
    }
    const neighbourToken = await app.current.login('school01')
    const neighbour = app.current.as(neighbourToken)
    expect((await neighbour.call(facePhoto, { studentId })).code).toBe(650)
    expect((await neighbour.call(removeFace, { studentId })).code).toBe(650)
    const consented = { studentId, given: false, channel: 'paper' } as const
    expect((await neighbour.call(recordConsent, consented)).code).toBe(650)
    const body = multipartBody([
      { name: 'studentId', value: String(studentId) },
      { name: 'file', filename: 'a.png', content: await picture('png') },
    ])
    expect((await sendBody(app.current, neighbourToken, uploadFace, body)).code).toBe(650)
    expect((await app.current.call(facePhoto, { studentId })).code).toBe(601)
    expect(await stored()).toHaveLength(1)
  })

  test('is on record when it is looked at, and is gone when it is removed', async () => {
    await upload(await picture('jpeg'))
    await photo()
    const viewers = await must(by.call(studentViewers, { studentId }))
    expect(viewers[0]).toMatchObject({ action: '查看人脸照片' })
    await must(by.call(removeFace, { studentId }))
    expect(await photo()).toEqual({ photo: null, takenAt: null })
    expect(await must(by.call(studentDetail, { studentId }))).toMatchObject({ faceCollected: 0 })
    const rows = await rowsOf<{ action: string }>(
      app.current,
      'select action from audit_log where object_id = $1 and success order by id',
      [String(studentId)],
    )
    const actions = rows.map(({ action }) => action)
    for (const action of ['student.consent', 'student.face', 'student.viewFace', 'student.removeFace'])
      expect(actions).toContain(action)
  })
})
