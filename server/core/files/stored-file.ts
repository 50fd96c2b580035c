import { BizError } from '#contract/core/error-codes.ts'
import type { Db } from '../db/connect.ts'
import type { Secrets } from '../secrets.ts'
import {
  completeFile,
  deleteStoredFiles,
  findFile,
  findPart,
  insertFile,
  insertPart,
} from './stored-file-queries.ts'

export { deleteStoredFiles } from './stored-file-queries.ts'

/** Sealing one takes about a tenth of a millisecond. */
export const PART_BYTES = 256 * 1024

export type FileToStore = {
  name: string
  content: AsyncIterable<Uint8Array> | Uint8Array
  expiresInHours: number
}

/**
 * Keeps a file sealed in the database, for every node to read; between two parts others get their turn. Inside a
 * transaction it exists if and only if the change does; outside one nothing of it stays when its source fails.
 */
export async function storeFile(
  db: Db,
  secrets: Secrets,
  { name, content, expiresInHours }: FileToStore,
): Promise<{ fileId: string; bytes: number }> {
  const fileId = await insertFile(db, name, expiresInHours)
  try {
    let bytes = 0
    let partNo = 0
    for await (const part of inParts(content)) {
      await insertPart(
        db,
        fileId,
        partNo,
        secrets.encryptBytes(Buffer.concat([sealOf(fileId, partNo), part])),
      )
      bytes += part.length
      partNo++
    }
    await completeFile(db, fileId, bytes)
    return { fileId, bytes }
  } catch (error) {
    // In a transaction that has failed this fails too, and is not needed.
    await deleteStoredFiles(db, [fileId]).catch(() => undefined)
    throw error
  }
}

/** One part at a time; 650 when it is gone or its time is over. */
export async function* openStoredFile(db: Db, secrets: Secrets, fileId: string): AsyncGenerator<Buffer> {
  const file = await findFile(db, fileId)
  if (!file) throw new BizError(650, '文件不存在或已过期')
  let left = file.bytes
  for (let partNo = 0; left > 0; partNo++) {
    const sealed = await findPart(db, fileId, partNo)
    if (!sealed) throw new Error(`part ${partNo} of stored file ${fileId} is missing`)
    const content = unseal(secrets.decryptBytes(sealed), sealOf(fileId, partNo))
    left -= content.length
    yield content
  }
  if (left < 0) throw new Error(`stored file ${fileId} is longer than it was`)
}

/** Sealed in front of each part: none can be taken from another file or stand in another place. */
const sealOf = (fileId: string, partNo: number): Buffer => Buffer.from(`${fileId}:${partNo}\n`)

function unseal(content: Buffer, seal: Buffer): Buffer {
  if (!content.subarray(0, seal.length).equals(seal))
    throw new Error('a part of a stored file is out of place')
  return content.subarray(seal.length)
}

/** The same bytes in pieces of one size. */
async function* inParts(content: FileToStore['content']): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = []
  let held = 0
  for await (const chunk of content instanceof Uint8Array ? [content] : content) {
    let rest = chunk
    while (held + rest.length >= PART_BYTES) {
      const taken = rest.subarray(0, PART_BYTES - held)
      yield Buffer.concat([...waiting, taken])
      rest = rest.subarray(taken.length)
      waiting = []
      held = 0
    }
    if (rest.length > 0) waiting.push(rest)
    held += rest.length
  }
  if (held > 0) yield Buffer.concat(waiting)
}
