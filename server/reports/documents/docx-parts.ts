import { escapeXml } from '#contract/reports/chart/escape-xml.ts'
import type { ZipPart } from '../../core/sheets/write/write-zip.ts'
import type { DocumentReader } from './document-reader.ts'
import { docxFontsXml, docxNumberingXml, docxStylesXml } from './docx-styles.ts'
import { field, textRun } from './docx-text.ts'
import type { LaidOutReport } from './laid-out-report.ts'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006'
const WORD_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
const COMPRESSION = 6

/** Relations of the document to its parts; pictures follow. */
const PARTS = ['styles', 'numbering', 'settings', 'fontTable', 'footer'] as const
type PartName = (typeof PARTS)[number]
export const relationOf = (part: PartName): string => `rId${PARTS.indexOf(part) + 1}`
export const pictureRelation = (picture: number): string => `rId${PARTS.length + picture + 1}`
export const picturePath = (picture: number): string => `media/image${picture + 1}.png`

/** Everything around the text itself. */
export function docxParts(report: LaidOutReport, reader: DocumentReader, pictures: number): ZipPart[] {
  return [
    textPart('[Content_Types].xml', contentTypesXml),
    textPart('_rels/.rels', packageRelationsXml),
    textPart('docProps/core.xml', () => corePropertiesXml(report, reader)),
    textPart('word/_rels/document.xml.rels', () => documentRelationsXml(pictures)),
    textPart('word/styles.xml', docxStylesXml),
    textPart('word/numbering.xml', docxNumberingXml),
    textPart('word/settings.xml', settingsXml),
    textPart('word/fontTable.xml', docxFontsXml),
    textPart('word/footer.xml', footerXml),
  ]
}

export function textPart(path: string, content: () => string): ZipPart {
  return { path, level: COMPRESSION, content: () => [Buffer.from(content())] }
}

/** — 1 —, as official documents are paged. */
function footerXml(): string {
  const runs = [textRun('— '), field('PAGE'), textRun(' —')].join('')
  return `${XML}<w:ftr xmlns:w="${MAIN}"><w:p><w:pPr><w:pStyle w:val="Footer"/></w:pPr>${runs}</w:p></w:ftr>`
}

function contentTypesXml(): string {
  const overrides: [path: string, type: string][] = [
    ['word/document.xml', `${WORD_TYPE}.document.main+xml`],
    ...PARTS.map((part): [string, string] => [`word/${part}.xml`, `${WORD_TYPE}.${part}+xml`]),
    ['docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties+xml'],
  ]
  return [
    `${XML}<Types xmlns="${PACKAGE}/content-types">`,
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    '<Default Extension="xml" ContentType="application/xml"/>',
    '<Default Extension="png" ContentType="image/png"/>',
    ...overrides.map(([path, type]) => `<Override PartName="/${path}" ContentType="${type}"/>`),
    '</Types>',
  ].join('')
}

function packageRelationsXml(): string {
  return relationsXml([
    ['rId1', `${OFFICE}/relationships/officeDocument`, 'word/document.xml'],
    ['rId2', `${PACKAGE}/relationships/metadata/core-properties`, 'docProps/core.xml'],
  ])
}

function documentRelationsXml(pictures: number): string {
  return relationsXml([
    ...PARTS.map((part): [string, string, string] => [
      relationOf(part),
      `${OFFICE}/relationships/${part}`,
      `${part}.xml`,
    ]),
    ...Array.from({ length: pictures }, (_, index): [string, string, string] => [
      pictureRelation(index),
      `${OFFICE}/relationships/image`,
      picturePath(index),
    ]),
  ])
}

function relationsXml(relations: readonly (readonly [id: string, type: string, target: string])[]): string {
  const entries = relations.map(
    ([id, type, target]) => `<Relationship Id="${id}" Type="${type}" Target="${target}"/>`,
  )
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${entries.join('')}</Relationships>`
}

function settingsXml(): string {
  const compatible =
    '<w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat>'
  return `${XML}<w:settings xmlns:w="${MAIN}"><w:zoom w:percent="100"/>${compatible}</w:settings>`
}

function corePropertiesXml({ title, unit }: LaidOutReport, { realName, orgName }: DocumentReader): string {
  const creator = [realName, orgName].filter(Boolean).join(' ')
  return `${XML}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escapeXml(title)}</dc:title><dc:subject>${escapeXml(unit.name)}</dc:subject><dc:creator>${escapeXml(creator)}</dc:creator></cp:coreProperties>`
}
