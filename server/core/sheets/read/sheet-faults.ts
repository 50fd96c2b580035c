/** Every reason for which a file is refused: what it is and what to do. `{…}` is filled in. */
export const SHEET_FAULTS = {
  empty: '文件是空的，请确认表格已经保存后再上传',
  encrypted: '文件已加密，请去掉打开密码后再上传',
  text: '这是文本（CSV）文件，请用 Excel 或 WPS 另存为 .xlsx 后上传',
  html: '这是网页格式的表格（只是后缀为 .xls），请用 Excel 或 WPS 打开后另存为 .xlsx 再上传',
  xml2003: '这是 XML 表格 2003 格式的文件，请用 Excel 或 WPS 打开后另存为 .xlsx 再上传',
  xml: '这是 XML 文件，不是 Excel 表格，请上传 .xlsx 或 .xls 文件',
  xlsb: '这是 Excel 二进制工作簿（.xlsb），请用 Excel 另存为 .xlsx 后上传',
  ods: '这是 OpenDocument 表格（.ods），请另存为 .xlsx 后上传',
  oldExcel: '这是 Excel 95 或更早版本的文件，请用 Excel 或 WPS 另存为 .xlsx 后上传',
  word: '这是 Word 文档，请上传 .xlsx 或 .xls 表格',
  powerpoint: '这是 PowerPoint 演示文稿，请上传 .xlsx 或 .xls 表格',
  archive: '这是压缩包，请解压后上传里面的 .xlsx 或 .xls 表格',
  pdf: '这是 PDF 文件，请上传 .xlsx 或 .xls 表格',
  image: '这是图片，请上传 .xlsx 或 .xls 表格',
  unknown: '不是 Excel 表格，请上传 .xlsx 或 .xls 文件',
  damaged: '文件已损坏或不完整，请用 Excel 或 WPS 打开并重新保存后再上传',
  badReference: '文件里的单元格位置不正确（{place}），请用 Excel 或 WPS 打开并重新保存后再上传',
  forbiddenXml: '文件里有不允许的内容（DOCTYPE 声明），请用 Excel 或 WPS 打开并重新保存后再上传',
  unpackedTooBig: '文件解压后过大，请删去多余的工作表、图片和空白行后再上传',
  tooManyParts: '文件解压后过大：内部的部件超过 {limit} 个，请把数据复制到新的表格后再上传',
  tooManyStrings: '文件解压后过大：文字内容过多，请拆分成多个文件后上传',
  tooManyRows: '数据行过多，一个文件最多 {limit} 行，请拆分成多个文件后上传',
  tooManyColumns: '数据超过 {limit} 列，请删去多余的列后再上传',
  cellTooLong: '单元格 {place} 的内容超过 32767 个字，请缩短后再上传',
  rowTooLong: '第 {row} 行的内容超过 {limit} 个字，请缩短后再上传',
  noSheet: '文件里没有可见的工作表，请取消隐藏后再上传',
  noData: '表格里没有数据，请填写后再上传',
  memory: '文件内容过多，读取时超出内存限制，请拆分成多个文件后上传',
  time: '文件读取超过 {limit} 秒，请拆分成多个文件后上传',
} as const

export type SheetFaultName = keyof typeof SHEET_FAULTS
type Values = Record<string, string | number>

/** Something about the file a person can act on. */
export class SheetFault extends Error {
  readonly fault: SheetFaultName
  readonly values: Values

  constructor(fault: SheetFaultName, values: Values = {}) {
    super(fault)
    this.fault = fault
    this.values = values
  }
}

export function sentenceOf(fault: SheetFaultName, values: Values = {}): string {
  return SHEET_FAULTS[fault].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}

/** Reported in round numbers: the rest is for titles and headers. */
export const tooManyRows = (limit: number): SheetFault =>
  new SheetFault('tooManyRows', { limit: limit > 1_000 ? limit - (limit % 1_000) : limit })
