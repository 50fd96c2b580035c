// Letters to parents: written, printed, opened by the family, seen by the school.
import decodeQR from 'qr/decode.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { exportEndpoints } from '#contract/exports/endpoints.ts'
import { letterEndpoints } from '#contract/letters/endpoints.ts'
import { LETTER_SAMPLES } from '#contract/letters/samples.ts'
import { type LetterContent, templateFaults } from '#contract/letters/template-schemas.ts'
import { useApp } from '../testing/app.ts'
import { type By, must, newUser, signedIn } from '../testing/people.ts'
import { savedRow } from '../testing/readings.ts'
import { makeForeignResults, makeResults, type ResultWorld } from '../testing/result-world.ts'
import { rowsOf } from '../testing/rows.ts'
import { pdfPages } from '../testing/sheets/pdf-text.ts'

const node = useApp({ LIMITED_CALLS_PER_MINUTE: '100000' })
const {
  acknowledgeLetter,
  issueLetters,
  letterClasses,
  letterPreview,
  letterStudents,
  letterTemplate,
  openLetter,
  remindFamilies,
  saveLetterTemplate,
  withdrawLetters,
} = letterEndpoints
const ORIGIN = 'https://eyes.example.test'
const BORN = '2017-05-12'

let { region, admin, classIds, planId, taskId, children, idOf } = {} as ResultWorld
let anybody: By
beforeAll(async () => {
  ;({ region, admin, classIds, planId, taskId, children, idOf } = await makeResults(node.current))
  anybody = node.current.as('')
})

const issue = (by: By, part: object = {}) =>
  must(by.call(issueLetters, { planId, taskId, origin: ORIGIN, ...part }))
const ticketOf = async (name: string): Promise<string> => {
  const { letters } = await issue(admin)
  return letters.find((letter) => letter.name === name)?.code?.ticket ?? ''
}
const open = (ticket: string, birthDate = BORN) => anybody.call(openLetter, { ticket, birthDate })
const stateOf = async (name: string) =>
  (await must(admin.call(letterStudents, { taskId, classId: classIds[0] ?? 0 }))).find(
    (row) => row.name === name,
  )

describe('letters of a class', () => {
  test('say what was measured, found and advised, of each child who was examined', async () => {
    const { letters, templates } = await issue(admin)
    expect(letters.map(({ name }) => name)).toEqual(['测一', '测二', '测三', '测五'])
    const [first] = letters
    expect(first).toMatchObject({
      schoolName: '结果导出小学',
      className: '三年级1班',
      sex: '男',
      corrected: false,
      result: {
        glasses: '未戴镜',
        eyes: [
          {
            naked: '4.7',
            corrected: '—',
            sphere: '−1.50',
            cylinder: '−0.25',
            axis: '180',
            equivalent: '−1.625',
            hint: '视力低于正常',
          },
          {
            naked: '5.1',
            sphere: '+0.25',
            cylinder: '0.00',
            axis: '—',
            equivalent: '+0.25',
            hint: '视力正常',
          },
        ],
        finding: 'referral',
        conclusion: expect.stringMatching(/^低度近视.*；建议就诊。$/),
        advice: expect.stringContaining('请到正规医疗机构散瞳验光确诊'),
        dueOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      },
    })
    expect(letters[1]?.result).toMatchObject({ finding: 'watch', dueOn: null })
    expect(letters[2]?.result?.advice).toContain('本次检查未完成（原因：')
    // 西湖区 is a part of 杭州, whose sample it is.
    expect(templates[first?.template ?? 0]?.title).toBe('杭州市儿童青少年视力筛查结果告知书')
  })

  test('carry a code that leads to their page, the same again when they are printed again', async () => {
    const [first, again] = [await issue(admin), await issue(admin)]
    const codes = first.letters.map(({ code }) => code?.ticket)
    expect(new Set(codes).size).toBe(4)
    expect(again.letters.map(({ code }) => code?.ticket)).toEqual(codes)
    const code = first.letters[0]?.code
    expect(readCode(code?.squares.split('\n') ?? [])).toBe(`${ORIGIN}/letter#${code?.ticket}`)
    expect(code?.ticket).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/)
  })

  test('are on record for every child, with the version of the template', async () => {
    await issue(admin)
    const [{ n } = { n: 0 }] = await rowsOf<{ n: number }>(
      node.current,
      "select count(distinct object_id)::int as n from audit_log where action = 'letter.print' and object_type = 'student'",
    )
    expect(n).toBe(4)
    const stored = await rowsOf<{ sample: string }>(
      node.current,
      'select distinct sample from letter where prints > 0',
    )
    expect(stored).toEqual([{ sample: '杭州示例' }])
    // Nobody reads a ticket out of the database.
    const [{ text } = { text: '' }] = await rowsOf<{ text: string }>(
      node.current,
      'select string_agg(letter::text, $1) as text from letter',
      ['\n'],
    )
    expect(text).not.toContain(await ticketOf('测一'))
  })

  test('are of the own classes and chosen children alone', async () => {
    const { account, userId } = await newUser(node.current, await schoolId(), 45)
    await node.current.sql(`insert into user_class values (${userId}, ${classIds[1]})`)
    const teacher = await signedIn(node.current, account)
    expect((await issue(teacher)).letters.map(({ name }) => name)).toEqual(['测五'])
    const one = await issue(admin, { studentIds: [await studentId('测二')] })
    expect(one.letters.map(({ name }) => name)).toEqual(['测二'])
    const foreign = await teacher.call(issueLetters, {
      planId,
      origin: ORIGIN,
      studentIds: [await studentId('测二')],
    })
    expect(foreign.code).toBe(650)
    const elsewhere = await makeForeignResults(node.current)
    expect((await admin.call(issueLetters, { ...elsewhere, origin: ORIGIN })).code).toBe(650)
    expect((await region.call(issueLetters, { planId, origin: ORIGIN })).code).toBe(602)
  })

  test('of the time before go to everybody on the list, without a code', async () => {
    const notices = await issue(admin, { kind: 'notice' })
    expect(notices.letters.map(({ name, result, code }) => [name, result, code])).toContainEqual([
      '测四',
      null,
      null,
    ])
    expect(notices.letters).toHaveLength(5)
  })
})

describe('a family', () => {
  test('opens its letter with the birth date, acknowledges it, and the school sees both', async () => {
    const ticket = await ticketOf('测一')
    expect((await stateOf('测一'))?.state).toBe('printed')
    const shown = await must(open(ticket.toLowerCase(), '2017年5月12日'))
    expect(shown).toMatchObject({
      schoolName: '结果导出小学',
      maskedName: '测*',
      finding: 'referral',
      corrected: false,
      acknowledgedAt: null,
      eyes: [
        { naked: '4.7', low: true, words: '低于正常（5.0）' },
        { naked: '5.1', low: false },
      ],
    })
    expect(JSON.stringify(shown)).not.toContain('测一')
    expect((await stateOf('测一'))?.state).toBe('opened')
    const [one, two] = await Promise.all(
      [1, 2].map(() => anybody.call(acknowledgeLetter, { ticket, birthDate: '20170512' })),
    )
    expect(one?.data?.acknowledgedAt).toBe(two?.data?.acknowledgedAt)
    expect((await stateOf('测一'))?.state).toBe('acknowledged')
    const [row] = await must(admin.call(letterClasses, { planId, taskId }))
    expect(row).toMatchObject({ className: '三年级1班', screened: 3, printed: 3, opened: 1, acknowledged: 1 })
  })

  test('of a corrected result learns that it was, and the letter is listed for printing again', async () => {
    const ticket = await ticketOf('测二')
    await savedRow(admin, taskId, idOf(1), { nakedRight: 4.6 }, { nakedRight: 5 })
    expect(await must(open(ticket))).toMatchObject({ corrected: true, eyes: [{ naked: '4.6' }, {}] })
    expect((await stateOf('测二'))?.corrected).toBe(true)
    const again = await issue(admin, { choice: 'corrected' })
    expect(again.letters.map(({ name, corrected }) => [name, corrected])).toEqual([['测二', true]])
    expect((await stateOf('测二'))?.corrected).toBe(false)
    expect(await must(open(ticket))).toMatchObject({ corrected: false })
  })

  test('has five tries; then nothing opens it, and nothing tells why', async () => {
    const ticket = await ticketOf('测三')
    const refusals = []
    for (const date of ['2017-05-13', '', '2017-05-99', 'x', '19000101'])
      refusals.push(await open(ticket, date))
    refusals.push(await open(ticket))
    refusals.push(await open('0'.repeat(26)), await open('', BORN))
    expect(new Set(refusals.map(({ code, message }) => `${code} ${message}`)).size).toBe(1)
    expect(refusals[0]?.code).toBe(650)
    expect(await stateOf('测三')).toMatchObject({ locked: true, state: 'printed' })
    const { letterId } = (await stateOf('测三')) ?? {}
    await must(admin.call(withdrawLetters, { letterIds: [letterId ?? 0] }))
    const fresh = await ticketOf('测三')
    expect(fresh).not.toBe(ticket)
    expect((await open(fresh)).code).toBe(200)
    expect((await open(ticket)).code).toBe(650)
  })

  test('tries at the same moment are counted one by one', async () => {
    const ticket = await ticketOf('测五')
    const days = Array.from({ length: 40 }, (_, nth) => `2016-0${1 + (nth % 9)}-1${nth % 9}`)
    await Promise.all(days.map((day) => open(ticket, day)))
    expect((await open(ticket)).code).toBe(650)
    const [row] = await rowsOf<{ failures: number }>(
      node.current,
      'select failures from letter where locked_at is not null and withdrawn_at is null order by id desc limit 1',
    )
    expect(row?.failures).toBe(5)
  })
})

describe('the school', () => {
  test('reminds those who look after the class', async () => {
    await issue(admin)
    const { account, userId } = await newUser(node.current, await schoolId(), 45)
    await node.current.sql(`insert into user_class values (${userId}, ${classIds[0]})`)
    const sent = await must(admin.call(remindFamilies, { taskId, classId: classIds[0] ?? 0 }))
    expect(sent).toEqual({ teachers: 1, families: 2 })
    const [message] = await rowsOf<{ title: string }>(
      node.current,
      `select m.title from message m join message_recipient r on r.message_id = m.id join app_user u on u.id = r.user_id
       where u.account = $1`,
      [account],
    )
    expect(message?.title).toBe('三年级1班：2 个家庭尚未确认告知书')
    const [row] = await must(admin.call(letterClasses, { planId }))
    expect(row?.remindedAt).not.toBeNull()
  })

  test('gets all letters as one file in the background, with a bookmark for each class', async () => {
    const order = { item: 'letters', planId, taskId, origin: ORIGIN, reason: '发给家长' } as const
    const { recordId } = await must(admin.call(exportEndpoints.startExport, { ...order, personal: false }))
    await node.current.runJobs()
    const [task] = await must(admin.call(exportEndpoints.exportProgress, { all: true }))
    expect(task).toMatchObject({
      recordId,
      state: 'done',
      fileName: expect.stringMatching(/^结果告知书_\d+\.pdf$/),
    })
    const { content } = await must(admin.call(exportEndpoints.exportFile, { recordId }))
    const pages = pdfPages(Buffer.from(content as Uint8Array))
    expect(pages).toHaveLength(4)
    expect(pages.map(({ texts }) => texts.find(({ text }) => /^测[一二三五]$/.test(text))?.text)).toEqual([
      '测一',
      '测二',
      '测三',
      '测五',
    ])
  })
})

describe('the school, before the screening', () => {
  test('gets the notices of everybody as one file: no ticket, no code, nothing to be tracked', async () => {
    const known = await lettersKnown()
    const order = { item: 'letters', kind: 'notice', planId, taskId, origin: ORIGIN } as const
    const asked = { ...order, reason: '发放告家长书', personal: false }
    const { recordId, total } = await must(admin.call(exportEndpoints.startExport, asked))
    expect(total).toBe(5)
    await node.current.runJobs()
    const [task] = await must(admin.call(exportEndpoints.exportProgress, { all: true }))
    expect(task).toMatchObject({ state: 'done', fileName: expect.stringMatching(/^告家长书_\d+\.pdf$/) })
    const { content } = await must(admin.call(exportEndpoints.exportFile, { recordId }))
    const pages = pdfPages(Buffer.from(content as Uint8Array))
    const words = pages.map(({ texts }) => texts.map(({ text }) => text).join(' '))
    expect(words.map((page) => /测[一二三四五]/.exec(page)?.[0])).toEqual([
      '测一',
      '测二',
      '测三',
      '测四',
      '测五',
    ])
    for (const page of words) expect(page).not.toMatch(/[0-9A-HJKMNP-TV-Z]{13}/)
    expect(await lettersKnown()).toEqual(known)
    const [row] = await must(admin.call(letterClasses, { planId }))
    expect(row).toMatchObject({ listed: 3, screened: 3 })
  })
  const lettersKnown = () => rowsOf(node.current, 'select id, prints from letter order by id')
})

describe('a template', () => {
  const own = (change: Partial<LetterContent>): LetterContent => ({
    ...(LETTER_SAMPLES[0]?.letters.result as LetterContent),
    ...change,
  })

  test('of the district comes before that of the city, and every version stays', async () => {
    const before = await must(region.call(letterTemplate, { kind: 'result' }))
    expect(before).toMatchObject({ version: 0, origin: 'sample', originName: '杭州示例', versions: [] })
    const first = await must(
      region.call(saveLetterTemplate, {
        kind: 'result',
        version: 0,
        content: own({ title: '西湖区告知书' }),
      }),
    )
    expect(first).toMatchObject({ version: 1, origin: 'own' })
    const { templates, letters } = await issue(admin)
    expect(templates[letters[0]?.template ?? 0]?.title).toBe('西湖区告知书')
    const [{ n } = { n: 0 }] = await rowsOf<{ n: number }>(
      node.current,
      'select count(*)::int as n from letter join letter_template t on t.id = letter.template_id and t.version = 1',
    )
    expect(n).toBeGreaterThan(0)
    const late = await region.call(saveLetterTemplate, { kind: 'result', version: 0, content: own({}) })
    expect(late.code).toBe(801)
    const given = await must(region.call(saveLetterTemplate, { kind: 'result', version: 1, content: null }))
    expect(given).toMatchObject({ version: 2, origin: 'sample' })
    expect(given.versions.map(({ version, content }) => [version, content?.title])).toEqual([
      [2, undefined],
      [1, '西湖区告知书'],
    ])
    expect((await admin.call(letterTemplate, { kind: 'result' })).code).toBe(602)
  })

  test.each([
    ['康复', { closing: '坚持训练，视力康复' }, '康复'],
    ['a word with a gap', { normal: '近视 治愈不是梦' }, '近视治愈'],
    ['a word with a sign without width', { footer: '度数\u200b修复' }, '度数修复'],
    ['a field that is not there', { opening: '{身份证号}' }, '没有名为“身份证号”的字段'],
    ['too long a text', { opening: '长'.repeat(161) }, '最多160个字'],
  ])('with %s is refused with the reason', async (_, change, reason) => {
    const answer = await region.call(saveLetterTemplate, { kind: 'result', version: 2, content: own(change) })
    expect(answer.code).not.toBe(200)
    expect(answer.message).toContain(reason)
  })

  test('that comes with the product breaks none of its rules', () => {
    for (const { letters } of LETTER_SAMPLES) {
      expect(templateFaults('result', letters.result)).toEqual([])
      expect(templateFaults('notice', letters.notice)).toEqual([])
    }
    expect(templateFaults('result', own({ closing: '定期眼健康复查' }))).toEqual([])
  })

  test('is previewed with a real child whose name is masked', async () => {
    const { letters } = await must(region.call(letterPreview, { kind: 'result' }))
    expect(letters).toHaveLength(1)
    expect(letters[0]?.name).toContain('*')
    expect(letters[0]?.code?.ticket).toBe('0'.repeat(26))
  })
})

const schoolId = async (): Promise<number> => {
  const [row] = await rowsOf<{ id: number }>(
    node.current,
    'select school_org_id as id from task where id = $1',
    [taskId],
  )
  return row?.id ?? 0
}
const studentId = async (name: string): Promise<number> => {
  const recordId = children.find((child) => child.name === name)?.recordId
  const [row] = await rowsOf<{ id: number }>(
    node.current,
    'select student_id as id from screening_record where id = $1',
    [recordId],
  )
  return row?.id ?? 0
}

/** As a phone sees it. */
function readCode(rows: readonly string[]): string {
  const scale = 6
  const border = 4
  const size = (rows.length + 2 * border) * scale
  const data = new Uint8Array(size * size * 4).fill(255)
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++)
      if (rows[Math.floor(y / scale) - border]?.[Math.floor(x / scale) - border] === '1')
        data.fill(0, (y * size + x) * 4, (y * size + x) * 4 + 3)
  return decodeQR({ width: size, height: size, data })
}
