// Evidence by what is in the file: real ones, disguised ones, dangerous ones, and those of others.
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { assessmentEndpoints } from '#contract/assessment/endpoints.ts'
import { FILES_MOST } from '#contract/assessment/indicators.ts'
import { REFUSALS } from '#contract/core/error-codes.ts'
import { zipStream } from '../../core/sheets/write/write-zip.ts'
import { useApp } from '../../testing/app.ts'
import {
  applicationOf,
  evidenceLeaf,
  handIn,
  headOf,
  publishedPlan,
} from '../../testing/assessment/assessment-plans.ts'
import { type By, must, newUser, signedIn } from '../../testing/people.ts'
import { multipartBody, sendBody } from '../../testing/sheets/multipart.ts'

const node = useApp()
const { assessCandidates, uploadAssessEvidence, removeAssessEvidence, assessEvidence } = assessmentEndpoints

let region: By
let by: By
let token: string
let neighbourToken: string
let applicationId: number
beforeAll(async () => {
  region = await signedIn(node.current, 'region01')
  const [unit, neighbour] = await must(region.call(assessCandidates, { object: 3 }))
  const orgIds = [unit?.orgId ?? 0, neighbour?.orgId ?? 0]
  token = await node.current.login((await newUser(node.current, orgIds[0] ?? 0, 20)).account)
  neighbourToken = await node.current.login((await newUser(node.current, orgIds[1] ?? 0, 20)).account)
  by = node.current.as(token)
  const indicators = [headOf('a', [evidenceLeaf('a1', 60, true), evidenceLeaf('a2', 40)])]
  const { applicationOf: of } = await publishedPlan(region, { orgIds, indicators })
  applicationId = of.get(orgIds[0] ?? 0) ?? 0
})

const upload = (content: Buffer, filename: string, { leafKey = 'a1', as = token } = {}) =>
  sendBody(
    node.current,
    as,
    uploadAssessEvidence,
    multipartBody([
      { name: 'applicationId', value: String(applicationId) },
      { name: 'leafKey', value: leafKey },
      { name: 'file', filename, content },
    ]),
  )
const picture = (format: 'png' | 'jpeg' | 'webp') =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#c08060' } })
    .withMetadata({ exif: { IFD0: { Copyright: '隐藏的内容' } } })
    .toFormat(format)
    .toBuffer()
const pdf = (inside = '') =>
  Buffer.from(`%PDF-1.7\n1 0 obj<</Type/Catalog${inside}>>endobj\ntrailer<<>>\n%%EOF\n`)
const office = (paths: readonly string[]) =>
  buffer(zipStream(paths.map((path) => ({ path, level: 6, content: () => [Buffer.from('<x/>')] }))))
const DOCX = ['[Content_Types].xml', 'word/document.xml']
const open = async (fileId: string, who: By = by) => who.call(assessEvidence, { applicationId, fileId })
type Stored = { fileId: string; name: string; type: string; bytes: number }

describe('is taken', () => {
  test.each([
    ['a picture by any name', () => picture('jpeg'), '会议.exe', '会议.jpg', 'image/jpeg'],
    ['a drawing', () => picture('png'), 'C:\\图\\表.png', '表.png', 'image/png'],
    ['a PDF', async () => pdf(), '纪要.PDF', '纪要.pdf', 'application/pdf'],
    ['a document', () => office(DOCX), '总结.docx', '总结.docx', 'wordprocessingml'],
    [
      'a workbook',
      () => office(['[Content_Types].xml', 'xl/workbook.xml']),
      '表',
      '表.xlsx',
      'spreadsheetml',
    ],
  ])('%s', async (_, content, filename, name, type) => {
    const { code, data } = await upload(await content(), filename)
    expect(code).toBe(200)
    const file = data as Stored
    expect(file).toMatchObject({ name, type: expect.stringContaining(type) })
    expect((await must(open(file.fileId))).content.length).toBe(file.bytes)
    await must(by.call(removeAssessEvidence, { applicationId, fileId: file.fileId }))
    expect((await open(file.fileId)).code).toBe(650)
  })

  test('and a picture is drawn anew, without what was hidden in it', async () => {
    const { data } = await upload(await picture('jpeg'), '照片.jpg')
    const { content } = await must(open((data as Stored).fileId))
    expect((await sharp(content).metadata()).exif).toBeUndefined()
    // What is not handed in yet is the unit's own.
    expect((await open((data as Stored).fileId, region)).code).toBe(650)
    expect(content.length).toBeGreaterThan(100)
    await must(by.call(removeAssessEvidence, { applicationId, fileId: (data as Stored).fileId }))
  })
})

describe('is refused', () => {
  test.each([
    ['another picture', () => picture('webp'), '图.jpg', '无法识别'],
    [
      'a program by the name of a picture',
      async () => Buffer.from('MZ\x90\x00this program'),
      '图.jpg',
      '无法识别',
    ],
    ['a page', async () => Buffer.from('<html><script>alert(1)</script></html>'), '表.pdf', '无法识别'],
    ['half a PDF', async () => pdf().subarray(0, 30), '表.pdf', '无法识别'],
    ['a PDF that runs something', async () => pdf('/OpenAction<</S/JavaScript/JS(x)>>'), '表.pdf', '脚本'],
    [
      'a PDF with something inside',
      async () => pdf('/Names<</EmbeddedFiles 2 0 R>>/EmbeddedFile'),
      '表.pdf',
      '附件',
    ],
    ['a document with macros', () => office([...DOCX, 'word/vbaProject.bin']), '总结.docx', '宏'],
    ['a document with a program', () => office([...DOCX, 'word/embeddings/x.exe']), '总结.docx', '可执行'],
    ['any other archive', () => office(['a.txt']), '总结.docx', '无法识别'],
    ['a broken archive', async () => Buffer.from('PK\x03\x04broken'), '总结.docx', '无法识别'],
    ['a broken picture', async () => (await picture('jpeg')).subarray(0, 200), '图.jpg', '无法识别'],
  ])('%s', async (_, content, filename, words) => {
    const { code, message } = await upload(await content(), filename)
    expect({ code, message }).toEqual({ code: 700, message: expect.stringContaining(words) })
  })

  test('what is too many, too large, for a computed indicator or not one’s own', async () => {
    const files: Stored[] = []
    for (let nth = 0; nth < FILES_MOST; nth += 1)
      files.push((await upload(pdf(), `材料${nth}.pdf`, { leafKey: 'a2' })).data as Stored)
    expect((await upload(pdf(), '又一份.pdf', { leafKey: 'a2' })).message).toContain(`最多${FILES_MOST}个`)
    expect((await upload(Buffer.alloc(21 * 1024 * 1024, 1), '大.pdf')).message).toContain('20MB')
    expect((await upload(pdf(), '材料.pdf', { leafKey: 'nothing' })).code).toBe(650)
    expect((await upload(pdf(), '材料.pdf', { as: neighbourToken })).code).toBe(650)
    const [first] = files
    const neighbour = node.current.as(neighbourToken)
    expect((await open(first?.fileId ?? '', neighbour)).code).toBe(650)
    const removal = { applicationId, fileId: first?.fileId ?? '' }
    expect((await neighbour.call(removeAssessEvidence, removal)).code).toBe(650)
    expect((await region.call(removeAssessEvidence, removal)).code).toBe(650)
    expect((await open(first?.fileId ?? '', by)).code).toBe(200)
  })
})

test('is needed where the plan says so, and stays as it was handed in', async () => {
  expect((await handIn(by, applicationId, { a1: 50, a2: 30 })).message).toContain('需要上传佐证材料')
  const { data } = await upload(pdf(), '纪要.pdf')
  const { leaves } = await applicationOf(by, applicationId)
  expect(leaves.find(({ leafKey }) => leafKey === 'a1')?.files).toMatchObject([{ name: '纪要.pdf' }])
  const { leaves: unread } = await applicationOf(region, applicationId)
  expect(unread.map(({ selfScore, text, files }) => [selfScore, text, files])).toEqual([
    [null, '', []],
    [null, '', []],
  ])
  expect((await handIn(by, applicationId, {})).code).toBe(200)
  expect((await open((data as Stored).fileId, region)).code).toBe(200)
  expect((await upload(pdf(), '补充.pdf')).code).toBe(REFUSALS.notInThisState)
  const { fileId } = data as Stored
  expect((await by.call(removeAssessEvidence, { applicationId, fileId })).code).toBe(REFUSALS.notInThisState)
})
