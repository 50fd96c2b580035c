// Letters to parents: thousands as one file, and the page that families open.
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { exportEndpoints } from '#contract/exports/endpoints.ts'
import { letterEndpoints } from '#contract/letters/endpoints.ts'
import { letterPage } from '#contract/letters/layout/letter-page.ts'
import type { LetterPack } from '#contract/letters/letter-schemas.ts'
import { letterParts } from '../server/letters/letter-file.ts'
import type { MadeLetter } from '../server/letters/make-letters.ts'
import { codeSquares, letterAddress, newTicket } from '../server/letters/ticket.ts'
import { addPage, paperDocument, startPaper } from '../server/print/paper-document.ts'
import { type MeasuredApp, measuredApp } from './measured-app.ts'
import { watched } from './process-watch.ts'
import { median, p95, type Row, type Table } from './table.ts'

const LETTERS = 3_000
const FEW = 500
const ROUNDS = 3
const CALLS = 300
const GUESSES = 10_000
const AT_ONCE = 16
const ORIGIN = 'https://letters.example.test'
const BAR = { slower: 1.5, growthMb: 100, blockMs: 50, page: 5 }

export async function measureLetters(): Promise<Table> {
  const app = await measuredApp({
    worker: true,
    env: { LIMITED_CALLS_PER_MINUTE: '1000000' },
    routes: (instance, services) => {
      instance.post('/bench/select-1', async () => {
        const { rows } = await sql<{ one: number }>`select 1 as one`.execute(services.db)
        return { success: true, code: 200, message: '', data: rows[0] }
      })
    },
  })
  try {
    const token = await app.login('school01')
    const { list } = await app.read<{ list: { taskId: number; planId: number }[] }>({
      path: '/manager/task/pageList?pageNum=1&pageSize=10',
      token,
    })
    const { planId, taskId } = list[0] ?? { planId: 0, taskId: 0 }
    const given = { planId, taskId, prefix: 2, gradeNo: 3, origin: ORIGIN }
    const pack = await app.read<LetterPack>({ path: letterEndpoints.issueLetters.path, token, body: given })
    return {
      title: '告知书',
      note: `排版与直接写出同样的文字和二维码交替测量 ${ROUNDS} 轮，取中位数；家长页与只执行 SELECT 1 的路由交替测量。`,
      rows: [
        await measureBatch(app, token, { planId, taskId, origin: ORIGIN }),
        ...(await measureFamily(app, pack)),
        // At the end: it is drawn in the process that answers, which answers nobody meanwhile.
        ...(await measureDrawing(pack)),
      ],
    }
  } finally {
    await app.close()
  }
}

/** As many as wanted, from those of a grade, each with a code of its own. */
function* repeated(pack: LetterPack, wanted: number): Generator<MadeLetter> {
  for (let nth = 0; nth < wanted; nth++) {
    const letter = pack.letters[nth % pack.letters.length]
    const content = letter && pack.templates[letter.template]
    if (!letter || !content) throw new Error('the demo has no letters')
    const ticket = newTicket()
    const code = { ticket, squares: codeSquares(letterAddress(ORIGIN, ticket)) }
    yield {
      content,
      letter: { ...letter, code },
      studentId: nth,
      classId: Math.floor(nth / 45),
      printed: null,
    }
  }
}

async function* inTurn(letters: Iterable<MadeLetter>) {
  yield* letters
}

async function ours(pack: LetterPack, wanted: number): Promise<{ ms: number; rss: number }> {
  const began = performance.now()
  let rss = 0
  for await (const _piece of paperDocument(letterParts(inTurn(repeated(pack, wanted))), '告知书'))
    rss = Math.max(rss, process.memoryUsage().rss / 2 ** 20)
  return { ms: performance.now() - began, rss }
}

/** The same words, lines and codes at places that are known beforehand. */
async function bare(pack: LetterPack, wanted: number): Promise<number> {
  const pages = [...repeated(pack, pack.letters.length)].map(({ content, letter }) =>
    letterPage(content, letter),
  )
  const began = performance.now()
  const doc = startPaper('告知书')
  const file = buffer(doc)
  for (let nth = 0; nth < wanted; nth++) {
    const page = pages[nth % pages.length]
    const rows = codeSquares(letterAddress(ORIGIN, newTicket())).split('\n')
    if (page)
      addPage(doc, {
        ...page,
        marks: page.marks.map((mark) => (mark.kind === 'squares' ? { ...mark, rows } : mark)),
      })
  }
  doc.end()
  await file
  return performance.now() - began
}

async function measureDrawing(pack: LetterPack): Promise<Row[]> {
  await ours(pack, FEW)
  const few = await ours(pack, FEW)
  const [subject, control, memory]: [number[], number[], number[]] = [[], [], []]
  for (let round = 0; round < ROUNDS; round++) {
    const { ms, rss } = await ours(pack, LETTERS)
    subject.push(ms)
    memory.push(rss)
    control.push(await bare(pack, LETTERS))
  }
  const ratio = median(subject) / median(control)
  // The control has its whole file in memory, so what counts is our first long run, which comes before it.
  const growth = (memory[0] ?? 0) - few.rss
  return [
    {
      what: `${LETTERS.toLocaleString('en')} 份带二维码的告知书，一个 PDF`,
      value: `${(median(control) / 1000).toFixed(1)} → ${(median(subject) / 1000).toFixed(1)} 秒（${ratio.toFixed(2)}×）`,
      bar: `≤ ${BAR.slower}×`,
      met: ratio <= BAR.slower,
    },
    {
      what: `内存增长，${FEW} → ${LETTERS.toLocaleString('en')} 页`,
      value: `${growth.toFixed(0)} MB`,
      bar: `≤ ${BAR.growthMb} MB`,
      met: growth <= BAR.growthMb,
    },
  ]
}

async function measureBatch(app: MeasuredApp, token: string, given: object): Promise<Row> {
  const { seen } = await watched(async () => {
    const body = { ...given, item: 'letters', reason: '发放告知书', personal: false }
    await app.read({ path: exportEndpoints.startExport.path, token, body })
    const isUnderWay = async () => {
      const tasks = await app.read<{ state: string }[]>({ path: exportEndpoints.exportProgress.path, token })
      return tasks.some(({ state }) => state === 'queued' || state === 'writing')
    }
    while (await isUnderWay()) await new Promise((resolve) => setTimeout(resolve, 100))
  })
  return {
    what: '后台生成一所学校的告知书期间，HTTP 进程最长阻塞',
    value: `${seen.block.toFixed(0)} ms`,
    bar: `≤ ${BAR.blockMs} ms`,
    met: seen.block <= BAR.blockMs,
  }
}

async function measureFamily(app: MeasuredApp, pack: LetterPack): Promise<Row[]> {
  const open = letterEndpoints.openLetter.path
  const ticket = pack.letters[0]?.code?.ticket ?? ''
  const { rows } = await app
    .owner()
    .pool.query(
      `select s.birth_date::text as day from letter l join student s on s.id = l.student_id where l.id = $1`,
      [Number(pack.letters[0]?.letterNo)],
    )
  const proof = { ticket, birthDate: String(rows[0]?.day) }
  const page = { path: open, token: '', body: proof }
  const empty = { path: '/bench/select-1', token: '', body: proof }
  await app.times(empty, CALLS)
  await app.times(page, CALLS)
  const [subject, control]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    control.push(p95(await app.times(empty, CALLS)))
    subject.push(p95(await app.times(page, CALLS)))
  }
  const ratio = median(subject) / median(control)
  const opened = await guess(app, open, pack)
  return [
    {
      what: '家长打开告知书，p95 / 只执行 SELECT 1 的路由',
      value: `${median(control).toFixed(2)} → ${median(subject).toFixed(2)} 毫秒（${ratio.toFixed(1)}×）`,
      bar: `≤ ${BAR.page}×`,
      met: ratio <= BAR.page,
    },
    {
      what: `${GUESSES.toLocaleString('en')} 次猜测编号和出生日期，打开的份数`,
      value: String(opened),
      bar: '0',
      met: opened === 0,
    },
  ]
}

/** Half of them with tickets that nobody has, half with real ones and dates in order. */
async function guess(app: MeasuredApp, path: string, { letters }: LetterPack): Promise<number> {
  let opened = 0
  let next = 0
  const real = letters.slice(1).flatMap(({ code }) => code?.ticket ?? [])
  const tryNext = async (): Promise<void> => {
    while (next < GUESSES) {
      const nth = next++
      const ticket = nth % 2 === 0 ? newTicket() : (real[nth % real.length] ?? '')
      const day = new Date(Date.UTC(2010, 0, 1 + Math.floor(nth / real.length)))
      const body = JSON.stringify({ ticket, birthDate: day.toISOString().slice(0, 10) })
      const answer = await fetch(app.address + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      const { success } = (await answer.json()) as { success: boolean }
      if (success) opened++
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, tryNext))
  return opened
}
