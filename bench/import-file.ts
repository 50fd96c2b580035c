import { spawn } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { text } from 'node:stream/consumers'
import { importEndpoints } from '#contract/imports/endpoints.ts'
import { readWorkbook } from '../server/core/sheets/read/read-workbook.ts'
import type { MeasuredApp } from './measured-app.ts'
import type { BenchSchool } from './roster-file.ts'

/** Uploads from a process of its own and waits until everything is written; seconds from the first byte. */
export async function importFile(
  app: MeasuredApp,
  school: BenchSchool,
  file: string,
  count: number,
  sheet: { endpoint: { path: string }; taskId?: number } = { endpoint: importEndpoints.importRoster },
): Promise<number> {
  const { importList } = importEndpoints
  const child = spawn(process.execPath, ['--input-type=module', '-e', CLIENT], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(
    JSON.stringify({
      file,
      fields: { orgId: school.orgId, prefix: 2, taskId: sheet.taskId },
      token: school.token,
      upload: app.address + sheet.endpoint.path,
      list: `${app.address}${importList.path}?orgId=${school.orgId}`,
    }),
  )
  const { seconds, task } = JSON.parse(await text(child.stdout))
  if (task.state !== 'done' || task.counts.insert !== count) throw new Error(JSON.stringify(task))
  return seconds
}

const CLIENT = `
  import { openAsBlob } from 'node:fs'
  import { text } from 'node:stream/consumers'
  import { setTimeout as sleep } from 'node:timers/promises'
  const { file, fields, token, upload, list } = JSON.parse(await text(process.stdin))
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
  form.set('file', await openAsBlob(file), 'roster.xlsx')
  const headers = { authorization: token }
  const started = performance.now()
  const sent = await (await fetch(upload, { method: 'POST', headers, body: form })).json()
  if (!sent.success) throw new Error(sent.message)
  for (;;) {
    await sleep(250)
    const answer = await (await fetch(list, { headers })).json()
    const task = answer.data.list.find((each) => each.recordId === sent.data.recordId)
    if (!task.isEnd) continue
    console.log(JSON.stringify({ seconds: (performance.now() - started) / 1000, task }))
    break
  }
`

export async function timeParse(file: string): Promise<number> {
  const started = performance.now()
  const signal = new AbortController().signal
  for await (const _ of readWorkbook(createReadStream(file), { signal })) {
    // Only read.
  }
  return (performance.now() - started) / 1000
}
