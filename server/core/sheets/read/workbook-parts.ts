import path from 'node:path'
import { SheetFault } from './sheet-faults.ts'
import type { XmlAttributes, XmlHandler } from './xml-scanner.ts'
import type { ZipPackage } from './zip-package.ts'

const MAX_LISTED = 5_000

type Element = { name: string; attributes: Map<string, string>; id: string | undefined }

export type WorkbookParts = {
  /** Parts of the visible sheets, in order. */
  sheets: string[]
  strings: string | undefined
  styles: string | undefined
  is1904: boolean
}

/** What kind of file a zip is, and where its workbook lies. */
export async function findWorkbook(zip: ZipPackage): Promise<string> {
  if (!zip.has('[Content_Types].xml')) throw new SheetFault(await kindWithoutTypes(zip))
  const types = await elementsOf(zip, '[Content_Types].xml', ['Override', 'Default'])
  const mains = types.filter(({ attributes }) => /main(\+xml)?$/i.test(attributes.get('ContentType') ?? ''))
  const typeOf = (element: Element): string => element.attributes.get('ContentType') ?? ''
  const has = (pattern: RegExp): boolean => mains.some((element) => pattern.test(typeOf(element)))
  const target = (await relationsOf(zip, '')).find(({ type }) => type.endsWith('/officeDocument'))?.target
  if (has(/ms-excel\.sheet\.binary/i)) throw new SheetFault('xlsb')
  if (!has(/spreadsheetml|ms-excel/i)) {
    if (has(/wordprocessingml|ms-word/i)) throw new SheetFault('word')
    if (has(/presentationml|ms-powerpoint/i)) throw new SheetFault('powerpoint')
  }
  const named = mains
    .find((element) => /spreadsheetml|ms-excel/i.test(typeOf(element)))
    ?.attributes.get('PartName')
  const found = [target, named, 'xl/workbook.xml'].find((name) => name !== undefined && zip.has(name))
  if (found === undefined) throw new SheetFault(mains.length > 0 ? 'damaged' : 'archive')
  return found
}

async function kindWithoutTypes(zip: ZipPackage): Promise<'ods' | 'archive' | 'damaged' | 'unknown'> {
  if (zip.has('mimetype') || (zip.has('content.xml') && zip.has('META-INF/manifest.xml'))) {
    const kind = zip.has('mimetype') ? await startOf(zip, 'mimetype') : 'opendocument.spreadsheet'
    return kind.includes('opendocument.spreadsheet') ? 'ods' : 'unknown'
  }
  return zip.has('xl/workbook.xml') ? 'damaged' : 'archive'
}

async function startOf(zip: ZipPackage, name: string): Promise<string> {
  for await (const piece of zip.bytes(name)) return piece.toString('latin1', 0, 200)
  return ''
}

export async function readWorkbookParts(zip: ZipPackage, workbook: string): Promise<WorkbookParts> {
  const relations = await relationsOf(zip, workbook)
  const partOf = (kind: string): string | undefined =>
    relations.find(({ type, target }) => type.endsWith(`/${kind}`) && zip.has(target))?.target
  const elements = await elementsOf(zip, workbook, ['sheet', 'workbookPr'])
  const properties = elements.find(({ name }) => name === 'workbookPr')
  const visible = elements.filter(
    ({ name, attributes }) => name === 'sheet' && (attributes.get('state') ?? 'visible') === 'visible',
  )
  const sheets = visible.flatMap(({ id }) => {
    const relation = relations.find((candidate) => candidate.id === id)
    if (!relation) throw new SheetFault('damaged')
    if (!relation.type.endsWith('/worksheet')) return []
    if (!zip.has(relation.target)) throw new SheetFault('damaged')
    return [relation.target]
  })
  const is1904 = ['1', 'true', 'on'].includes(properties?.attributes.get('date1904') ?? '')
  return { sheets, strings: partOf('sharedStrings'), styles: partOf('styles'), is1904 }
}

type Relation = { id: string; type: string; target: string }

/** The parts that a part names, as names from the root. */
async function relationsOf(zip: ZipPackage, part: string): Promise<Relation[]> {
  const folder = path.posix.dirname(part)
  const file = path.posix.join(folder, '_rels', `${path.posix.basename(part)}.rels`)
  if (!zip.has(file)) return []
  const elements = await elementsOf(zip, file, ['Relationship'])
  return elements
    .filter(({ attributes }) => attributes.get('TargetMode') !== 'External')
    .map(({ attributes }) => ({
      id: attributes.get('Id') ?? '',
      type: attributes.get('Type') ?? '',
      target: path.posix.resolve('/', folder, decoded(attributes.get('Target') ?? '')).slice(1),
    }))
}

function decoded(target: string): string {
  try {
    return decodeURIComponent(target.replaceAll('\\', '/'))
  } catch {
    return target
  }
}

/** The elements of these names anywhere in a small part. */
async function elementsOf(zip: ZipPackage, part: string, names: string[]): Promise<Element[]> {
  const found: Element[] = []
  const handler: XmlHandler = {
    wantsText: false,
    open(name: string, attributes: XmlAttributes) {
      if (!names.includes(name)) return
      if (found.length >= MAX_LISTED) throw new SheetFault('damaged')
      const values = new Map<string, string>()
      for (const key of attributes.names.slice(0, attributes.count))
        values.set(key, attributes.get(key) ?? '')
      found.push({ name, attributes: values, id: attributes.getPrefixed('id') })
    },
    close() {},
    text() {},
  }
  await zip.scan(part, handler)
  return found
}
