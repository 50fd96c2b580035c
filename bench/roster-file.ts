import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseIdCard } from '#contract/core/id-card.ts'
import { schoolEndpoints } from '#contract/schools/endpoints.ts'
import { columnsOf } from '#server/imports/row-rules/columns.ts'
import type { OutRow } from '../server/core/sheets/write/write-model.ts'
import { writeWorkbook } from '../server/core/sheets/write/write-workbook.ts'
import type { MeasuredApp } from './measured-app.ts'

export type BenchSchool = { orgId: number; name: string; year: string; token: string }

const CLASSES = 30
/** Columns that people add to a roster; the import ignores them, but they are in the file. */
const OTHER_COLUMNS = ['班主任', '家庭住址', '是否住校', '来源', '备注']
const SURNAMES = '王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗'
const LETTERS = '子涵宇轩梓浩然欣怡晨诗雨嘉明哲思源佳琪文博'

let schools = 0
let people = 0

/** An empty school with a grade of thirty classes. */
export async function newBenchSchool(app: MeasuredApp): Promise<BenchSchool> {
  schools += 1
  const name = `测量学校${schools}号`
  const token = await app.login('region01')
  const { orgId } = await app.read<{ orgId: number }>({
    path: schoolEndpoints.addSchool.path,
    token,
    body: {
      orgName: name,
      provinceId: '330000',
      cityId: '330100',
      regionId: '330106',
      address: '文教路1号',
      contactName: '王老师',
      contactPhone: '13900001111',
      stages: [2],
      schoolType: 10,
      schoolLevel: 10,
    },
  })
  const owner = app.owner()
  await owner.pool.query("update org set status = 1, expires_on = '2099-12-31' where id = $1", [orgId])
  await owner.close()
  const grade = { orgId, prefix: 2, gradeNo: 1, classCount: CLASSES }
  await app.read({ path: schoolEndpoints.addGrade.path, token, body: grade })
  const classes = await app.read<{ classYear: number }[]>({
    path: `${schoolEndpoints.classList.path}?orgId=${orgId}`,
    token,
  })
  return { orgId, name, year: String(classes[0]?.classYear), token }
}

/** A roster of twenty columns for the school, as a file on disk. */
export async function makeRosterFile(folder: string, school: BenchSchool, rows: number): Promise<string> {
  const columns = [
    ...columnsOf(0, 1),
    ...OTHER_COLUMNS.map((title) => ({ key: '', title, format: 'text' as const })),
  ]
  const sheet = {
    name: '名单',
    columns: columns.map(({ title, format }) => ({ title, format })),
    rows: rosterRows(school, rows),
  }
  const file = path.join(folder, `${school.orgId}-${rows}.xlsx`)
  await pipeline(writeWorkbook([sheet]), createWriteStream(file))
  return file
}

function* rosterRows(school: BenchSchool, rows: number): Generator<OutRow> {
  for (let index = 0; index < rows; index++) {
    people += 1
    const idCard = nextIdCard()
    const card = parseIdCard(idCard)
    const pick = (n: number) => LETTERS[n % LETTERS.length]
    const surname = SURNAMES[people % SURNAMES.length]
    yield [
      school.name,
      '小学',
      school.year,
      `${(index % CLASSES) + 1}班`,
      `${surname}${pick(people * 7)}${pick(people * 11 + 3)}`,
      card?.sex === 2 ? '女' : '男',
      `G${idCard}`,
      card?.birthDate ?? '',
      idCard,
      '汉族',
      '浙江杭州',
      `${surname}${pick(people * 5)}`,
      `139${String(people % 100_000_000).padStart(8, '0')}`,
      '本校',
      '李老师',
      '文一西路',
      '否',
      '电子学籍',
      '',
    ]
  }
}

/** Different for everybody of a run, and none of the demo's. */
function nextIdCard(): string {
  // Few of one place and birth date: with many of them a file is refused.
  const day = people % 28
  const month = Math.floor(people / 28) % 12
  const year = 2012 + (Math.floor(people / (28 * 12)) % 8)
  const area = 659000 + (Math.floor(people / (28 * 12 * 8)) % 9)
  const sequence = Math.floor(people / (28 * 12 * 8 * 9)) % 999
  const two = (n: number) => String(n + 1).padStart(2, '0')
  const first17 = `${area}${year}${two(month)}${two(day)}${String(sequence).padStart(3, '0')}`
  const last = [...'0123456789X'].find((digit) => parseIdCard(first17 + digit) !== null)
  return `${first17}${last}`
}
