import { TABLE_SIZES } from './fit-table.ts'

const MAIN = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const TEXT_FONTS = '<w:rFonts w:ascii="Arial" w:hAnsi="Arial" w:eastAsia="宋体" w:cs="Arial"/>'
const HEAD_FONTS = '<w:rFonts w:ascii="Arial" w:hAnsi="Arial" w:eastAsia="黑体" w:cs="Arial"/>'

type Style = { id: string; name: string; paragraph: string; size: number; head?: boolean; more?: string }

/** Sizes are in points, spaces in twentieths of one. */
const STYLES: readonly Style[] = [
  {
    id: 'Title',
    name: 'Title',
    paragraph: '<w:spacing w:before="240" w:after="240"/><w:jc w:val="center"/>',
    size: 20,
    head: true,
  },
  {
    id: 'Subtitle',
    name: 'Subtitle',
    paragraph: '<w:spacing w:after="60"/><w:jc w:val="center"/>',
    size: 10.5,
    more: '<w:color w:val="404040"/>',
  },
  {
    id: 'Heading1',
    name: 'heading 1',
    paragraph:
      '<w:keepNext/><w:keepLines/><w:numPr><w:numId w:val="1"/></w:numPr><w:spacing w:before="360" w:after="160"/><w:outlineLvl w:val="0"/>',
    size: 15,
    head: true,
  },
  {
    id: 'BodyText',
    name: 'Body Text',
    paragraph:
      '<w:spacing w:after="80" w:line="360" w:lineRule="auto"/><w:ind w:firstLineChars="200" w:firstLine="420"/><w:jc w:val="both"/>',
    size: 10.5,
  },
  {
    id: 'Caption',
    name: 'caption',
    paragraph: '<w:keepNext/><w:spacing w:before="160" w:after="80"/><w:jc w:val="center"/>',
    size: 10.5,
    head: true,
  },
  {
    id: 'FigureCaption',
    name: 'Figure Caption',
    paragraph: '<w:spacing w:before="40" w:after="160"/><w:jc w:val="center"/>',
    size: 10.5,
    head: true,
  },
  {
    id: 'Picture',
    name: 'Picture',
    paragraph: '<w:keepNext/><w:spacing w:before="60" w:after="120"/><w:jc w:val="center"/>',
    size: 10.5,
  },
  {
    id: 'Note',
    name: 'Note',
    paragraph: '<w:spacing w:before="40" w:after="40"/>',
    size: 9,
    more: '<w:color w:val="595959"/>',
  },
  {
    id: 'Header',
    name: 'header',
    paragraph: '<w:jc w:val="right"/>',
    size: 8,
    more: '<w:color w:val="7F7F7F"/>',
  },
  {
    id: 'Footer',
    name: 'footer',
    paragraph: '<w:jc w:val="center"/>',
    size: 8,
    more: '<w:color w:val="595959"/>',
  },
  ...TABLE_SIZES.map((size) => ({
    id: cellStyle(size),
    name: `Cell ${size}`,
    paragraph: '<w:spacing w:before="20" w:after="20"/>',
    size,
  })),
]

export function cellStyle(size: number): `Cell${number}` {
  return `Cell${size * 2}`
}

export function docxStylesXml(): string {
  const defaults = `<w:docDefaults><w:rPrDefault><w:rPr>${TEXT_FONTS}<w:sz w:val="21"/><w:szCs w:val="21"/><w:lang w:val="en-US" w:eastAsia="zh-CN"/></w:rPr></w:rPrDefault><w:pPrDefault/></w:docDefaults>`
  const normal =
    '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>'
  return `${XML}<w:styles xmlns:w="${MAIN}">${defaults}${normal}${STYLES.map(styleXml).join('')}</w:styles>`
}

function styleXml({ id, name, paragraph, size, head = false, more = '' }: Style): string {
  const looks = head ? `${HEAD_FONTS}<w:b/><w:bCs/>` : ''
  const halves = Math.round(size * 2)
  return `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="Normal"/><w:qFormat/><w:pPr>${paragraph}</w:pPr><w:rPr>${looks}${more}<w:sz w:val="${halves}"/><w:szCs w:val="${halves}"/></w:rPr></w:style>`
}

/** 一、 二、 三、 before the headings, counted by Word itself. */
export function docxNumberingXml(): string {
  return `${XML}<w:numbering xmlns:w="${MAIN}"><w:abstractNum w:abstractNumId="0"><w:multiLevelType w:val="singleLevel"/><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="chineseCounting"/><w:pStyle w:val="Heading1"/><w:suff w:val="nothing"/><w:lvlText w:val="%1、"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="0" w:firstLine="0"/></w:pPr></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`
}
