/** Row codes of an import (spec §5); 9999 shows the server's message or the word 错误. */
export const IMPORT_ROW_CODES = {
  10: '学校名称不能为空',
  20: '学校名称错误',
  30: '学段不能为空',
  40: '学段错误',
  50: '护照号不能为空',
  60: '学年不能为空',
  70: '学年错误',
  80: '班级不能为空',
  90: '班级错误',
  100: '姓名不能为空',
  110: '性别不能为空',
  120: '学籍号错误',
  130: '出生日期不能为空',
  140: '出生日期错误',
  150: '身份证号不能为空',
  160: '身份证号错误',
  170: '学生已有筛查数据，不能覆盖',
  180: '性别错误',
  190: '身份证号已存在',
  200: '学生已存在',
  210: '家长联系方式格式错误',
  220: '学生姓名超过15个字',
  230: '家长姓名超过15个字',
  240: '籍贯超过10个字',
  250: '民族超过5个字',
  260: '学生姓名格式错误',
  270: '家长姓名格式错误',
} as const

export const IMPORT_ROW_CODE_OTHER = 9999
export const IMPORT_ROW_MESSAGE_SEPARATOR = '；'

export function importRowMessage(code: number, serverMessage?: string): string {
  if (code in IMPORT_ROW_CODES) return IMPORT_ROW_CODES[code as keyof typeof IMPORT_ROW_CODES]
  return serverMessage || '错误'
}
