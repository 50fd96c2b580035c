import { BizError } from '#contract/core/error-codes.ts'

/** More than any camera of a school takes; an image can be tiny as a file and huge once unpacked. */
const PIXELS_MAX = 50_000_000

export type PictureFormat = 'jpeg' | 'png'

/** By what is in it, never by its name; null for anything else. */
export function pictureFormat(content: Buffer): PictureFormat | null {
  if (content[0] === 0xff && content[1] === 0xd8 && content[2] === 0xff) return 'jpeg'
  return content.subarray(0, PNG.length).equals(PNG) ? 'png' : null
}
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

type Redrawing = {
  format: PictureFormat
  side: { width: number; height: number }
  quality: number
  /** What the person reads who sent something else. */
  refused: string
}

/** Drawn anew, so that nothing of the file that was sent (places, hidden parts, tricks) is stored. */
export async function redrawPicture(
  content: Buffer,
  { format, side, quality, refused }: Redrawing,
): Promise<Buffer> {
  const given = pictureFormat(content)
  if (given === null) throw new BizError(700, refused)
  // Loading it takes a quarter of the start of a server, which most of the time sees no picture.
  const { default: sharp } = await import('sharp')
  try {
    const image = sharp(content, { limitInputPixels: PIXELS_MAX, failOn: 'error', sequentialRead: true })
    if ((await image.metadata()).format !== given) throw new BizError(700, refused)
    const drawn = image.rotate().resize({ ...side, fit: 'inside', withoutEnlargement: true })
    const written =
      format === 'jpeg'
        ? drawn.flatten({ background: '#ffffff' }).jpeg({ quality })
        : drawn.png({ compressionLevel: 8 })
    return await written.timeout({ seconds: 10 }).toBuffer()
  } catch (error) {
    if (error instanceof BizError) throw error
    // Whatever the decoder stumbles over is the file's fault, and the person's to replace.
    throw new BizError(700, refused)
  }
}
