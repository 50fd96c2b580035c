import { TABLE_SIZES } from './fit-table.ts'

const MAIN = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/**
 * The fonts of official documents (GB/T 9704) by name: the machines that such documents are read on have them. Another
 * name stands for each where it is missing.
 */
const FONTS = {
  title: { name: '方正小标宋简体', instead: '华文中宋', family: 'roman' },
  body: { name: '仿宋', instead: '仿宋_GB2312', family: 'modern' },
  minor: { name: '楷体', instead: '楷体_GB2312', family: 'modern' },
  heading: { name: '黑体', instead: '微软雅黑', family: 'modern' },
  table: { name: '宋体', instead: 'SimSun', family: 'roman' },
} as const
type FontName = keyof typeof FONTS
const LATIN = 'Times New Roman'

type Style = {
  id: string
  name: string
  font: FontName
  /** In points; the sizes have names: 22 二号, 16 三号, 14 四号, 12 小四, 10.5 五号, 9 小五. */
  size: number
  /** Spaces are in twentieths of a point. */
  paragraph: string
  color?: string
}

const TWO_LETTERS = '<w:ind w:firstLineChars="200" w:firstLine="640"/>'
/** 28 points from line to line. */
const BODY_LINE = 'w:line="560" w:lineRule="exact"'

const STYLES: readonly Style[] = [
  {
    id: 'Title',
    name: 'Title',
    font: 'title',
    size: 22,
    paragraph: '<w:keepNext/><w:spacing w:line="640" w:lineRule="exact"/><w:jc w:val="center"/>',
  },
  {
    id: 'Subtitle',
    name: 'Subtitle',
    font: 'minor',
    size: 14,
    paragraph: '<w:spacing w:line="480" w:lineRule="exact"/><w:jc w:val="center"/>',
  },
  {
    id: 'Heading1',
    name: 'heading 1',
    font: 'heading',
    size: 16,
    paragraph: `<w:keepNext/><w:keepLines/><w:numPr><w:numId w:val="1"/></w:numPr><w:spacing w:before="240" ${BODY_LINE}/>${TWO_LETTERS}<w:outlineLvl w:val="0"/>`,
  },
  {
    id: 'Heading2',
    name: 'heading 2',
    font: 'minor',
    size: 16,
    paragraph: `<w:keepNext/><w:keepLines/><w:spacing ${BODY_LINE}/>${TWO_LETTERS}<w:outlineLvl w:val="1"/>`,
  },
  {
    id: 'BodyText',
    name: 'Body Text',
    font: 'body',
    size: 16,
    paragraph: `<w:widowControl/><w:spacing ${BODY_LINE}/>${TWO_LETTERS}<w:jc w:val="both"/>`,
  },
  {
    id: 'Caption',
    name: 'caption',
    font: 'heading',
    size: 12,
    paragraph: '<w:keepNext/><w:keepLines/><w:spacing w:before="200" w:after="80"/><w:jc w:val="center"/>',
  },
  {
    id: 'FigureCaption',
    name: 'Figure Caption',
    font: 'heading',
    size: 12,
    paragraph: '<w:spacing w:before="40" w:after="200"/><w:jc w:val="center"/>',
  },
  {
    id: 'Picture',
    name: 'Picture',
    font: 'table',
    size: 10.5,
    paragraph: '<w:keepNext/><w:spacing w:before="160" w:after="40"/><w:jc w:val="center"/>',
  },
  {
    id: 'Note',
    name: 'Note',
    font: 'table',
    size: 9,
    paragraph: '<w:keepLines/><w:spacing w:before="40" w:after="40"/>',
  },
  {
    id: 'Rule',
    name: 'Rule',
    font: 'body',
    size: 12,
    paragraph:
      '<w:widowControl/><w:spacing w:line="440" w:lineRule="exact"/><w:ind w:firstLineChars="200" w:firstLine="480"/><w:jc w:val="both"/>',
  },
  {
    id: 'Signature',
    name: 'Signature',
    font: 'body',
    size: 16,
    paragraph: `<w:keepNext/><w:keepLines/><w:spacing ${BODY_LINE}/><w:ind w:rightChars="200" w:right="640"/><w:jc w:val="right"/>`,
  },
  {
    id: 'SignedBy',
    name: 'Signed By',
    font: 'body',
    size: 16,
    paragraph: `<w:keepLines/><w:spacing w:before="240" w:after="240" ${BODY_LINE}/><w:jc w:val="center"/>`,
  },
  {
    id: 'Attachment',
    name: 'Attachment',
    font: 'heading',
    size: 16,
    paragraph: `<w:keepNext/><w:spacing ${BODY_LINE}/><w:outlineLvl w:val="0"/>`,
  },
  {
    id: 'Trace',
    name: 'Trace',
    font: 'table',
    size: 9,
    paragraph: '<w:spacing w:before="80"/>',
    color: '595959',
  },
  { id: 'Footer', name: 'footer', font: 'table', size: 14, paragraph: '<w:jc w:val="center"/>' },
  ...TABLE_SIZES.map((size) => ({
    id: cellStyle(size),
    name: `Cell ${size}`,
    font: 'table' as const,
    size,
    // No room between figures and letters: the widths of the columns count without it.
    paragraph: '<w:autoSpaceDE w:val="0"/><w:autoSpaceDN w:val="0"/><w:spacing w:before="30" w:after="30"/>',
  })),
]

export function cellStyle(size: number): `Cell${number}` {
  return `Cell${size * 2}`
}

const fontsXml = (font: FontName): string =>
  `<w:rFonts w:hint="eastAsia" w:ascii="${LATIN}" w:hAnsi="${LATIN}" w:eastAsia="${FONTS[font].name}" w:cs="${LATIN}"/>`

export function docxStylesXml(): string {
  const defaults = `<w:docDefaults><w:rPrDefault><w:rPr>${fontsXml('body')}<w:sz w:val="32"/><w:szCs w:val="32"/><w:lang w:val="en-US" w:eastAsia="zh-CN"/></w:rPr></w:rPrDefault><w:pPrDefault/></w:docDefaults>`
  const normal =
    '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>'
  return `${XML}<w:styles xmlns:w="${MAIN}">${defaults}${normal}${STYLES.map(styleXml).join('')}</w:styles>`
}

function styleXml({ id, name, font, size, paragraph, color }: Style): string {
  const halves = Math.round(size * 2)
  const looks = `${fontsXml(font)}${color === undefined ? '' : `<w:color w:val="${color}"/>`}`
  return `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="Normal"/><w:qFormat/><w:pPr>${paragraph}</w:pPr><w:rPr>${looks}<w:sz w:val="${halves}"/><w:szCs w:val="${halves}"/></w:rPr></w:style>`
}

export function docxFontsXml(): string {
  const fonts = Object.values(FONTS).map(
    ({ name, instead, family }) =>
      `<w:font w:name="${name}"><w:altName w:val="${instead}"/><w:charset w:val="86"/><w:family w:val="${family}"/><w:pitch w:val="auto"/></w:font>`,
  )
  return `${XML}<w:fonts xmlns:w="${MAIN}">${fonts.join('')}</w:fonts>`
}

/** 一、 二、 三、 before the headings, counted by Word itself. */
export function docxNumberingXml(): string {
  return `${XML}<w:numbering xmlns:w="${MAIN}"><w:abstractNum w:abstractNumId="0"><w:multiLevelType w:val="singleLevel"/><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="chineseCounting"/><w:pStyle w:val="Heading1"/><w:suff w:val="nothing"/><w:lvlText w:val="%1、"/><w:lvlJc w:val="left"/><w:pPr>${TWO_LETTERS}</w:pPr></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`
}
