// What is in a file of evidence, whatever its name says. Pictures are drawn anew, so that nothing else comes along.
import { fromBufferPromise } from 'yauzl'
import {
  EVIDENCE_TYPES,
  EVIDENCE_WORDS,
  type EvidenceType,
} from '#contract/assessment/application-schemas.ts'
import { BizError } from '#contract/core/error-codes.ts'
import { pictureFormat, redrawPicture } from '../../core/files/redraw-picture.ts'

const REFUSED = `无法识别的文件。${EVIDENCE_WORDS}`
const NAME_MOST = 80
const ENTRIES_MOST = 5_000
const PICTURE = { side: { width: 2_400, height: 2_400 }, quality: 85, refused: REFUSED }
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export type Evidence = { name: string; type: EvidenceType; content: Buffer }

/** Refused with a sentence where it is none of the kinds that reviewers can open without harm. */
export async function checkEvidence(name: string, content: Buffer): Promise<Evidence> {
  const picture = pictureFormat(content)
  if (picture) {
    const drawn = await redrawPicture(content, { ...PICTURE, format: picture })
    return named(name, `image/${picture}`, drawn)
  }
  if (isPdf(content)) {
    assertHarmlessPdf(content)
    return named(name, 'application/pdf', content)
  }
  if (content.subarray(0, 4).equals(ZIP)) return named(name, await officeType(content), content)
  throw new BizError(700, REFUSED)
}

/** The name for people, with the ending of what is in it; nothing invisible, no path. */
function named(name: string, type: EvidenceType, content: Buffer): Evidence {
  const base = (name.split(/[\\/]/).at(-1) ?? '')
    .replace(/[\p{Cc}\p{Cf}<>:"|?*]+/gu, '')
    .trim()
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
  const [extension] = EVIDENCE_TYPES[type].extensions
  return { name: `${[...base].slice(0, NAME_MOST).join('') || '佐证材料'}.${extension}`, type, content }
}

const HEAD = 1_024
function isPdf(content: Buffer): boolean {
  return (
    content.subarray(0, 8).toString('latin1').startsWith('%PDF-') && content.subarray(-HEAD).includes('%%EOF')
  )
}

/** What runs or hides something else. Names in compressed parts are not seen, and readers in browsers run none of them. */
const ACTIVE = ['/JavaScript', '/Launch', '/EmbeddedFile', '/RichMedia']
function assertHarmlessPdf(content: Buffer): void {
  if (ACTIVE.some((word) => content.includes(word)))
    throw new BizError(700, 'PDF 含有脚本或附件，请另存为普通 PDF 后上传')
}

const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04])
/** From the list of its parts alone: nothing is unpacked. */
async function officeType(content: Buffer): Promise<EvidenceType> {
  const names = await partNames(content)
  if (names.some((part) => /vbaproject\.bin$|\.(exe|dll|js|vbs|bat|cmd|scr|msi)$|\/activex\//i.test(part)))
    throw new BizError(700, '文件含有宏或可执行内容，请另存为不含宏的 docx 或 xlsx 后上传')
  const has = (part: string) => names.includes(part)
  if (has('[Content_Types].xml') && has('word/document.xml')) return DOCX
  if (has('[Content_Types].xml') && has('xl/workbook.xml')) return XLSX
  throw new BizError(700, REFUSED)
}

async function partNames(content: Buffer): Promise<string[]> {
  const names: string[] = []
  try {
    const zip = await fromBufferPromise(content)
    for await (const entry of zip.eachEntry()) {
      if (entry.isEncrypted()) throw new BizError(700, '文件有密码，请取消密码后上传')
      if (names.push(entry.fileName) > ENTRIES_MOST) throw new BizError(700, REFUSED)
    }
  } catch (error) {
    if (error instanceof BizError) throw error
    // A list of parts that cannot be read is the file's fault, and the person's to replace.
    throw new BizError(700, REFUSED)
  }
  return names
}
