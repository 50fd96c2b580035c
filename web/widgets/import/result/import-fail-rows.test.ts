import { describe, expect, it } from 'vitest'
import { failRowsOf } from './import-fail-rows.ts'

describe('failing rows of a result', () => {
  it('stand in the order of the sheet, each once, with its messages joined', () => {
    expect(failRowsOf(['12,160,身份证号错误', '3,100,姓名不能为空', '12,80,班级不能为空'])).toEqual([
      { row: 3, message: '姓名不能为空' },
      { row: 12, message: '身份证号错误；班级不能为空' },
    ])
  })

  it('take the words of the catalogue, of the server where it has none, or the word 错误', () => {
    expect(failRowsOf(['2,90,x', '3,9999,学校,班级都不对', '4,9999,', '2,90,y'])).toEqual([
      { row: 2, message: '班级错误' },
      { row: 3, message: '学校,班级都不对' },
      { row: 4, message: '错误' },
    ])
  })

  it('are none where nothing failed', () => {
    expect(failRowsOf([])).toEqual([])
  })
})
