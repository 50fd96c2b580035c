import type { ZipPackage } from './zip-package.ts'

/** Looks at nothing but the bytes, which is quick; tags that are written in another way are not seen. */
export async function hasMoreTags(
  zip: ZipPackage,
  part: string,
  tag: string,
  limit: number,
): Promise<boolean> {
  const wanted = Buffer.from(tag)
  let tags = 0
  let rest: Buffer = Buffer.alloc(0)
  for await (const piece of zip.bytes(part, true)) {
    const bytes = Buffer.concat([rest, piece])
    for (let at = bytes.indexOf(wanted); at >= 0; at = bytes.indexOf(wanted, at + wanted.length)) tags++
    if (tags > limit) return true
    rest = bytes.subarray(1 - wanted.length)
  }
  return false
}
