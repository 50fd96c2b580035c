import { redrawPicture } from '../core/files/redraw-picture.ts'

const PHOTO = {
  format: 'jpeg',
  side: { width: 480, height: 600 },
  quality: 82,
  refused: '图片无法识别，请上传 jpg 或 png 格式的照片',
} as const

/** Decided by the content, never by the name; drawn anew as a small jpeg. */
export const checkFacePhoto = (content: Buffer): Promise<Buffer> => redrawPicture(content, PHOTO)
