import { BizError } from '#contract/core/error-codes.ts'

const FORMATS = new Set(['jpeg', 'png'])
/** More than any camera of a school takes; an image can be tiny as a file and huge once unpacked. */
const PIXELS_MAX = 50_000_000
const SIDE = { width: 480, height: 600 }
const REFUSED = '图片无法识别，请上传 jpg 或 png 格式的照片'

/**
 * Decided by the content, never by the name; drawn anew as a small jpeg, so that nothing of the file that was sent
 * (places, hidden parts, tricks) is stored.
 */
export async function checkFacePhoto(content: Buffer): Promise<Buffer> {
  if (!isJpeg(content) && !isPng(content)) throw new BizError(700, REFUSED)
  // Loading it takes a quarter of the start of a server, which most of the time sees no photo.
  const { default: sharp } = await import('sharp')
  try {
    const image = sharp(content, { limitInputPixels: PIXELS_MAX, failOn: 'error', sequentialRead: true })
    const { format } = await image.metadata()
    if (!FORMATS.has(format ?? '')) throw new BizError(700, REFUSED)
    return await image
      .rotate()
      .resize({ ...SIDE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 82 })
      .timeout({ seconds: 10 })
      .toBuffer()
  } catch (error) {
    if (error instanceof BizError) throw error
    // Whatever the decoder stumbles over is the file's fault, and the person's to replace.
    throw new BizError(700, REFUSED)
  }
}

const isJpeg = (content: Buffer): boolean => content[0] === 0xff && content[1] === 0xd8 && content[2] === 0xff
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const isPng = (content: Buffer): boolean => content.subarray(0, 8).equals(PNG)
