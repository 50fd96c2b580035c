import { cleanText, escapeAttribute, escapeText } from './write-text.ts'

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

export type SheetEntry = { name: string; hidden: boolean /** Cells of the filter. */; filter?: string }

/** Which kind each part of the file is. */
export function contentTypesXml(sheetCount: number): string {
  const part = (name: string, type: string) => `<Override PartName="${name}" ContentType="${type}"/>`
  const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  return [
    HEAD,
    `<Types xmlns="${PACKAGE}/content-types">`,
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    '<Default Extension="xml" ContentType="application/xml"/>',
    part('/xl/workbook.xml', `${spreadsheet}.sheet.main+xml`),
    ...Array.from({ length: sheetCount }, (_, index) =>
      part(`/xl/worksheets/sheet${index + 1}.xml`, `${spreadsheet}.worksheet+xml`),
    ),
    part('/xl/styles.xml', `${spreadsheet}.styles+xml`),
    part('/docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties+xml'),
    '</Types>',
  ].join('')
}

function relationsXml(targets: readonly (readonly [type: string, target: string])[]): string {
  const relations = targets.map(
    ([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${type}" Target="${target}"/>`,
  )
  return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${relations.join('')}</Relationships>`
}

export function packageRelationsXml(): string {
  return relationsXml([
    [`${DOCUMENT}/officeDocument`, 'xl/workbook.xml'],
    [`${PACKAGE}/relationships/metadata/core-properties`, 'docProps/core.xml'],
  ])
}

export function workbookRelationsXml(sheetCount: number): string {
  return relationsXml([
    ...Array.from(
      { length: sheetCount },
      (_, index) => [`${DOCUMENT}/worksheet`, `worksheets/sheet${index + 1}.xml`] as const,
    ),
    [`${DOCUMENT}/styles`, 'styles.xml'],
  ])
}

export function corePropertiesXml({ creator, title }: { creator?: string; title?: string }): string {
  const names = `xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"`
  const of = (name: string, text?: string) =>
    text ? `<dc:${name}>${escapeText(cleanText(text))}</dc:${name}>` : ''
  return `${HEAD}<cp:coreProperties ${names}>${of('title', title)}${of('creator', creator)}</cp:coreProperties>`
}

/** `active` is the sheet that is seen first. */
export function workbookXml(sheets: readonly SheetEntry[], active: number): string {
  const entries = sheets.map(({ name, hidden }, index) => {
    const state = hidden ? ' state="hidden"' : ''
    return `<sheet name="${escapeAttribute(name)}" sheetId="${index + 1}"${state} r:id="rId${index + 1}"/>`
  })
  const filters = sheets.flatMap(({ name, filter }, index) => {
    const sheet = escapeText(`'${name.replaceAll("'", "''")}'`)
    return filter
      ? [
          `<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">${sheet}!${filter}</definedName>`,
        ]
      : []
  })
  return [
    HEAD,
    `<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}">`,
    `<bookViews><workbookView xWindow="0" yWindow="0" windowWidth="24000" windowHeight="12000" firstSheet="${active}" activeTab="${active}"/></bookViews>`,
    `<sheets>${entries.join('')}</sheets>`,
    filters.length > 0 ? `<definedNames>${filters.join('')}</definedNames>` : '',
    '</workbook>',
  ].join('')
}
