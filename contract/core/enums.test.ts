import { describe, expect, it } from 'vitest'
import * as codes from './codes.ts'
import { codeEnum } from './enums.ts'
import { EthnicGroup } from './ethnic-groups.ts'

describe('codeEnum', () => {
  const Colour = codeEnum({ red: [1, '红'], none: [-1, '无'] })

  it('gives code, label, options and schema from one line', () => {
    expect(Colour.code).toEqual({ red: 1, none: -1 })
    expect(Colour.codes).toEqual([1, -1])
    expect(Colour.options).toEqual([
      { value: 1, label: '红' },
      { value: -1, label: '无' },
    ])
    expect([Colour.label(1), Colour.label(9), Colour.label('1')]).toEqual(['红', '', ''])
    expect([Colour.has(-1), Colour.has(0), Colour.has('1')]).toEqual([true, false, false])
    expect(Colour.schema.safeParse('1').success).toBe(false)
    expect(Colour.schema.parse(1)).toBe(1)
  })

  it('reads text from an address, but no other text', () => {
    expect(Colour.query.parse('-1')).toBe(-1)
    for (const value of ['2', '', 'red', '1x', undefined])
      expect(Colour.query.safeParse(value).success).toBe(false)
  })

  it('keeps codes that are text as text', () => {
    const Text = codeEnum({ han: ['01', '汉族'] })
    expect(Text.query.parse('01')).toBe('01')
    expect(Text.query.safeParse('1').success).toBe(false)
  })
})

describe('labels', () => {
  it('are Chinese and differ inside one enumeration', () => {
    for (const [name, value] of Object.entries(codes)) {
      if (typeof value !== 'object' || !('options' in value)) continue
      const labels = value.options.map((option) => option.label)
      expect(new Set(labels).size, name).toBe(labels.length)
      for (const label of labels) expect(label, name).toMatch(/^\d*[\p{Script=Han}（）]+$/u)
    }
  })

  it.each([
    [codes.SchoolStage, ['幼儿园', '小学', '初中', '普通高中', '职业高中', '大专', '本科']],
    [codes.OrgType, ['学校', '医院', '政府部门', '社会筛查机构']],
    [codes.RoleType, ['管理员', '筛查员', '年级组长', '班主任']],
    [codes.Sex, ['男', '女']],
    [codes.Glasses, ['未戴镜', '框架眼镜', '隐形眼镜', '角膜塑形镜']],
    [codes.EyeSituation, ['正常', '近视', '远视', '散光']],
    [codes.ScreeningItemType, ['不检', '必检', '选检']],
    [codes.ScreeningSituation, ['全部', '未筛查', '已筛查', '有效', '无效']],
    [codes.ApprovalStatus, ['待审核', '已通过', '已拒绝']],
    [codes.DataRangeType, ['全省', '全市', '全区县', '本机构']],
  ])('%#', (enumeration, labels) => {
    expect(enumeration.options.map((option) => option.label)).toEqual(labels)
  })
})

describe('ethnic groups', () => {
  it('are 56, codes 01 to 56', () => {
    const expected = Array.from({ length: 56 }, (_, index) => String(index + 1).padStart(2, '0'))
    expect(EthnicGroup.codes).toEqual(expected)
    expect(new Set(EthnicGroup.options.map((option) => option.label)).size).toBe(56)
    for (const { label } of EthnicGroup.options) expect(label).toMatch(/^\p{Script=Han}{1,4}族$/u)
  })

  it.each([
    ['01', '汉族'],
    ['05', '维吾尔族'],
    ['15', '土家族'],
    ['22', '畲族'],
    ['29', '柯尔克孜族'],
    ['36', '毛南族'],
    ['43', '乌孜别克族'],
    ['46', '德昂族'],
    ['56', '基诺族'],
  ])('%s is %s', (code, label) => {
    expect(EthnicGroup.label(code)).toBe(label)
  })
})

describe('what hangs on an enumeration', () => {
  it('primary is the stage to begin with', () => {
    expect(codes.SCHOOL_STAGE_DEFAULT).toBe(2)
  })

  it('properties by organisation type', () => {
    expect(codes.PROPERTIES_OF_ORG_TYPE).toEqual({ 10: [10, 20], 20: [30, 40], 30: [50, 55], 40: [45, 46] })
  })

  it('assignable roles by organisation type', () => {
    expect(codes.ASSIGNABLE_ROLES).toEqual({ 10: [20, 30, 40, 45], 20: [20, 30], 30: [20], 40: [20, 30] })
  })
})
