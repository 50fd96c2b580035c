// A screener that enters results as a page or a device does: sends the value seen and the new one, and repeats it
// until an answer arrives.
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Endpoint, InputOf, OutputOf } from '#contract/core/endpoint.ts'
import { deviceEndpoints } from '#contract/device/endpoints.ts'
import { recordEndpoints } from '#contract/eyesight/record-endpoints.ts'
import type { RecordChanges, RecordField, RecordFields } from '#contract/eyesight/record-schemas.ts'
import { signedMessage } from '#server/testing/devices.ts'
import type { Answer } from './product.ts'
import { type ClassAtWork, insist, type ScreeningSite, type Which, type Word } from './screening-site.ts'

const { saveRecords, classGrid } = recordEndpoints
const LOSING = 5
/** Nobody is measured in no time; and a node that starts needs the processor too. */
const PACE_MS = 60

export type Stream = {
  words: Word[]
  saved(): number
  /** Goes on until it is stopped. */
  until(over: () => boolean): Promise<void>
}

const streamOf = (words: Word[], step: () => Promise<unknown>): Stream => ({
  words,
  saved: () => words.filter(({ outcome }) => outcome === 'saved').length,
  async until(over) {
    while (!over()) await step()
  },
})

async function post<E extends Endpoint>(
  url: string,
  endpoint: E,
  input: InputOf<E>,
  { signal, token = '' }: { signal: AbortSignal; token?: string },
): Promise<Answer<OutputOf<E>>> {
  const headers = { authorization: token, 'content-type': 'application/json' }
  const body = JSON.stringify(input)
  const response = await fetch(url + endpoint.path, { method: 'POST', headers, body, signal })
  return { status: response.status, ...(await response.json()) }
}

type Given = { recordId: number; changes: RecordChanges }
/** What both fill in and get in each other's way at; nobody ever gives it a value that it had. */
export const SHARED = 'weight'
/** Distinguished by the first, which has another value every time. */
const OWN = [
  ['remark', 'glasses', 'sphereRight', 'sphereLeft'],
  ['height', 'nakedRight', 'nakedLeft', 'cylinderRight', 'cylinderLeft'],
] as const

function measured(field: string, who: Which, time: number): unknown {
  if (field === 'remark') return `第${time}次`
  if (field === 'height') return (500 + time) / 10
  if (field === SHARED) return (50 + 2 * time + who) / 10
  if (field === 'glasses') return 1 + randomInt(2)
  return field.startsWith('naked') ? (33 + randomInt(21)) / 10 : randomInt(-20, 1) / 4
}

/** One of two at a class, at a node of their own; `avoid` are left alone for now. */
export function makeScreener(
  site: ScreeningSite,
  { taskId, classId, tokens }: ClassAtWork,
  who: Which,
  avoid: ReadonlySet<number> = new Set(),
) {
  const words: Word[] = []
  const seen = new Map<number, RecordFields>()
  const [field, ...others] = OWN[who]
  const token = tokens[who]
  const times = new Map<number, number>()

  async function look() {
    const { answer } = await insist((which) => site.ask(which, classGrid, { taskId, classId }, token), {
      first: who,
      losing: LOSING,
    })
    seen.clear()
    for (const row of answer.data.rows) seen.set(row.recordId, row.fields)
  }
  function changed(recordId: number): Given {
    const time = (times.get(recordId) ?? 0) + 1
    times.set(recordId, time)
    const stands = seen.get(recordId)
    const names: RecordField[] = [...others, SHARED]
    const some = [field, ...names.filter(() => Math.random() < 0.5)]
    const changes = some.map((name) => [
      name,
      { from: stands?.[name] ?? null, to: measured(name, who, time) },
    ])
    return { recordId, changes: Object.fromEntries(changes) }
  }
  async function save(recordIds: number[]): Promise<Word[]> {
    const rows = recordIds.map(changed)
    const at = performance.now()
    const { answer, unanswered } = await insist(
      (which, signal) => post(site.nodes[which].url, saveRecords, { taskId, rows }, { signal, token }),
      { first: who, losing: LOSING },
    )
    const results = new Map((answer.success ? answer.data : []).map((row) => [row.recordId, row]))
    const said = rows.map(({ recordId, changes }): Word => {
      const values = Object.fromEntries(Object.entries(changes).map(([name, change]) => [name, change.to]))
      const result = results.get(recordId)
      if (result) seen.set(recordId, result.row.fields)
      const outcome = result?.saved ? 'saved' : result?.clash ? 'clash' : 'refused'
      const clashing = result?.clash?.fields.map((each) => each.field).join()
      const message = clashing ?? result?.fault ?? answer.message
      const marker = { field, value: values[field] }
      return { recordId, marker, values, at, unanswered, outcome, message }
    })
    words.push(...said)
    if (!answer.success) await look()
    return said
  }
  async function step() {
    await sleep(PACE_MS)
    if (seen.size === 0) await look()
    const ids = [...seen.keys()].filter((id) => !avoid.has(id))
    const from = randomInt(ids.length)
    await save(ids.slice(from, from + 1 + randomInt(3)))
  }
  return { ...streamOf(words, step), save, look }
}

/** A device that measures one student after the other; what it was not answered it sends in another message. */
export function makeMeter(
  site: ScreeningSite,
  { records }: Pick<ClassAtWork, 'records'>,
  key: { keyId: string; secret: string },
): Stream {
  const words: Word[] = []
  let nth = 0
  async function step() {
    await sleep(PACE_MS)
    nth += 1
    const recordId = records[nth % records.length]?.recordId ?? 0
    const round = Math.floor(nth / records.length)
    const field = round < 180 ? 'axisRight' : 'axisLeft'
    const value = round % 180
    const at = performance.now()
    const readings = [{ readingNo: `N${nth}`, recordId, reading: { [field]: value } }]
    const { answer, unanswered } = await insist(
      (which, signal) =>
        post(site.nodes[which].url, deviceEndpoints.postReadings, signedMessage(key, { readings }), {
          signal,
        }),
      { first: (nth % 2) as Which, losing: LOSING },
    )
    const [result] = answer.success ? answer.data.results : []
    words.push({
      recordId,
      marker: { field, value },
      values: { [field]: value },
      at,
      unanswered,
      outcome: result?.outcome === 'taken' ? 'saved' : 'refused',
      message: result?.message ?? answer.message,
    })
  }
  return streamOf(words, step)
}
