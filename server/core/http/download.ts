import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FileAnswer } from '#contract/core/endpoint.ts'
import { BizError } from '#contract/core/error-codes.ts'

/**
 * Sends a file. `beforeFirstByte` runs once the source has begun to give: until then a fault is an ordinary answer.
 * A fault later breaks the connection, so that nobody takes the beginning of a file for the whole of it.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: FileAnswer,
  beforeFirstByte: () => Promise<void>,
) {
  const source = streamOf(answer.content)
  let sending = false
  source.on('error', (error) => {
    if (sending) request.log.error({ err: error }, 'a download broke off')
  })
  const leave = () => source.destroy()
  reply.raw.once('close', leave)
  try {
    await firstByteOf(source)
    await beforeFirstByte()
    if (source.errored) throw source.errored
    if (source.destroyed && !source.readableEnded) throw clientGone()
  } catch (error) {
    reply.raw.off('close', leave)
    source.destroy()
    throw error
  }
  sending = true
  return reply
    .type(answer.contentType)
    .header('content-disposition', dispositionOf(answer.fileName))
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .send(source)
}

function streamOf(content: FileAnswer['content']): Readable {
  if (content instanceof Readable) return content
  if (content instanceof Uint8Array) return Readable.from([content], { objectMode: false })
  return Readable.from(content, { objectMode: false })
}

/** Once the source gives something, or ends. */
function firstByteOf(source: Readable): Promise<void> {
  return new Promise((resolve, reject) => {
    if (source.destroyed) return reject(source.errored ?? clientGone())
    const settle = (work: () => void) => () => {
      for (const [event, listener] of Object.entries(listeners)) source.off(event, listener)
      work()
    }
    const listeners = {
      readable: settle(resolve),
      end: settle(resolve),
      error: settle(() => reject(source.errored)),
      close: settle(() => reject(clientGone())),
    }
    for (const [event, listener] of Object.entries(listeners)) source.on(event, listener)
  })
}

/** Nobody hears it. */
const clientGone = () => new BizError(400)

const NAME_MAX = 150

/** RFC 6266: the name in its own script, and a plain one for who cannot read that. */
export function dispositionOf(fileName: string): string {
  const name = safeName(fileName)
  const plain = name.replace(/[^\x20-\x7e]+/g, '_').replaceAll('%', '_')
  const coded = encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${coded}`
}

/** Nothing that ends a header, quotes, leads into a folder, or hides what kind of file it is. */
function safeName(fileName: string): string {
  const name = fileName
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, '')
    .replace(/["'\\/:*?<>|;]+/g, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '')
  if (name.length <= NAME_MAX) return name || '文件'
  const [ending = ''] = /\.[A-Za-z0-9]{1,8}$/.exec(name) ?? []
  return [...name].slice(0, NAME_MAX / 2).join('') + ending
}
