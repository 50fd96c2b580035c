import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { useApp } from '../../testing/app.ts'
import { deleteStoredFiles, openStoredFile, PART_BYTES, storeFile } from './stored-file.ts'
import { removeExpiredFiles } from './stored-file-queries.ts'

const node = useApp()
beforeEach(() => node.current.sql('delete from stored_file'))

const store = (content: Buffer | AsyncIterable<Buffer>, db = node.current.db) =>
  storeFile(db, node.current.services.secrets, { name: '名单.xlsx', content, expiresInHours: 24 })
const open = (fileId: string) => openStoredFile(node.current.db, node.current.services.secrets, fileId)
const counts = async () => {
  const { rows } = await sql<{ files: number; parts: number }>`
    select (select count(*)::int from stored_file) as files, (select count(*)::int from stored_file_part) as parts`.execute(
    node.current.db,
  )
  return rows[0]
}
async function* inPieces(content: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size)
}

describe('a stored file', () => {
  test.each([0, 1, PART_BYTES - 1, PART_BYTES, PART_BYTES + 1, 3 * PART_BYTES + 777])(
    'of %i bytes comes back as it was',
    async (length) => {
      const content = randomBytes(length)
      for (const source of [content, inPieces(content, 10_007), inPieces(content, 3 * PART_BYTES)]) {
        const { fileId, bytes } = await store(source)
        expect(bytes).toBe(length)
        expect((await buffer(open(fileId))).equals(content)).toBe(true)
      }
      expect((await counts())?.parts).toBe(3 * Math.ceil(length / PART_BYTES))
    },
  )

  test('lies in the database sealed', async () => {
    const { fileId } = await store(Buffer.from('身份证号 330106201201010011'))
    const { rows } = await sql<{ content: Buffer }>`select content_enc as content from stored_file_part
      where file_id = ${fileId}`.execute(node.current.db)
    expect(rows[0]?.content.includes('330106')).toBe(false)
  })

  test('whose parts were moved or cut off is not given out', async () => {
    const { fileId } = await store(randomBytes(2 * PART_BYTES))
    const { fileId: other } = await store(randomBytes(2 * PART_BYTES))
    await node.current.sql(`update stored_file_part set part_no = 1 - part_no + 10 where file_id = '${fileId}';
      update stored_file_part set part_no = part_no - 10 where file_id = '${fileId}';
      delete from stored_file_part where file_id = '${other}' and part_no = 1`)
    await expect(buffer(open(fileId))).rejects.toThrow('out of place')
    await expect(buffer(open(other))).rejects.toThrow('missing')
  })

  test('is gone with its parts when deleted, when its time is over, or when it never was', async () => {
    const { fileId } = await store(Buffer.from('x'))
    const { fileId: other } = await store(Buffer.from('y'))
    await deleteStoredFiles(node.current.db, [])
    await deleteStoredFiles(node.current.db, [fileId])
    expect(await counts()).toEqual({ files: 1, parts: 1 })
    await node.current.sql('update stored_file set expires_at = now()')
    for (const id of [fileId, other, '00000000-0000-0000-0000-000000000000'])
      await expect(buffer(open(id))).rejects.toMatchObject({ code: 650, message: '文件不存在或已过期' })
  })

  test('whose source fails leaves nothing behind', async () => {
    async function* breaks(): AsyncGenerator<Buffer> {
      yield randomBytes(PART_BYTES)
      throw new Error('the source broke')
    }
    await expect(store(breaks())).rejects.toThrow('the source broke')
    expect(await counts()).toEqual({ files: 0, parts: 0 })
  })

  test('in a transaction exists if and only if the change does', async () => {
    const undone = node.current.db.transaction().execute(async (tx) => {
      await store(randomBytes(PART_BYTES), tx)
      throw new Error('on second thought')
    })
    await expect(undone).rejects.toThrow('on second thought')
    expect(await counts()).toEqual({ files: 0, parts: 0 })
  })

  test('is not there before it is complete', async () => {
    let more = () => {}
    const held = new Promise<void>((resolve) => {
      more = resolve
    })
    async function* slow(): AsyncGenerator<Buffer> {
      yield randomBytes(PART_BYTES)
      await held
    }
    const storing = store(slow())
    await expect.poll(async () => (await counts())?.parts).toBe(1)
    const [row] = await node.current.db.selectFrom('storedFile').select('id').execute()
    await expect(buffer(open(row?.id ?? ''))).rejects.toMatchObject({ code: 650 })
    more()
    expect((await buffer(open((await storing).fileId))).length).toBe(PART_BYTES)
  })
})

test('housekeeping removes what has expired or was left half stored, and nothing else', async () => {
  const { fileId: current } = await store(Buffer.from('x'))
  for (let file = 0; file < 25; file++) await store(Buffer.from('y'))
  const others = `id <> '${current}'`
  await node.current.sql(`update stored_file set expires_at = now() - interval '1 second' where ${others}`)
  await node.current.sql(`update stored_file set expires_at = now() + interval '1 day', complete = false,
    created_at = now() - interval '61 minutes' where id in (select id from stored_file where ${others} limit 1)`)
  await node.current.sql(
    `insert into stored_file (name, expires_at) values ('under way', now() + interval '1 day')`,
  )
  const { db, enqueue } = node.current.services
  await enqueue(db, 'housekeeping', {})
  await node.current.runJobs()
  expect(await counts()).toEqual({ files: 2, parts: 1 })
  await removeExpiredFiles(db)
  expect((await buffer(open(current))).toString()).toBe('x')
})
