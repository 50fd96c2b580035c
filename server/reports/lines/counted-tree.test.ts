import { describe, expect, test } from 'vitest'
import type { CounterName } from '#contract/eyesight/figures/counters.ts'
import {
  COMPARISON_COLUMNS,
  CORRECTION_COLUMNS,
  myopiaDegreeColumns,
  REFRACTION_COLUMNS,
  SUMMARY_COLUMNS,
  visionColumns,
} from '#contract/reports/report/column-sets.ts'
import { count, percent } from '#contract/reports/report/measure.ts'
import { addTallies, type Counting, emptyTally, tallyOf, tallyOfSex } from '#contract/reports/report/tally.ts'
import { gradesWithPrevious, linesWithPrevious, restOf } from './comparison-lines.ts'
import {
  type Counted,
  groupOf,
  suppressionInTrees,
  suppressNothing,
  TOGETHER_KEY,
  wholeOfParts,
} from './counted-tree.ts'
import { rankingOf } from './report-chart.ts'
import { lineOf, tableOf } from './report-table.ts'
import {
  byGrades,
  byStages,
  type CountedGrade,
  commonGradeName,
  gradeKey,
  gradeTree,
  type Stage,
  stageTree,
} from './stage-tree.ts'

const row = (sex: 1 | 2, counts: Partial<Counting>) => ({ ...emptyTally()[0], ...counts, sex })
/** Half of them boys, all of them valid and rated. */
const tally = (people: number, myopia = 0) =>
  tallyOf([
    row(1, { expected: people / 2, screened: people / 2, valid: people / 2, rated: people / 2, myopia }),
    row(2, { expected: people / 2, screened: people / 2, valid: people / 2, rated: people / 2 }),
  ])
const place = (name: string, people: number, parts: Counted[] = []): Counted => ({
  key: name,
  name,
  unit: null,
  tally: tally(people),
  parts,
})
const grade = (stage: Stage, gradeNo: number, people = 20): CountedGrade => ({
  stage,
  gradeNo,
  counted: { ...place(gradeKey(stage, gradeNo), people), name: commonGradeName(stage, gradeNo) },
})

describe('tallies', () => {
  test('sexes make up the whole; what knows no sex counts for the whole only', () => {
    const counted = tallyOf([
      row(1, { valid: 2 }),
      row(2, { valid: 3 }),
      { ...row(1, { valid: 9 }), sex: null },
    ])
    expect([counted[0].valid, counted[1].valid, counted[2].valid]).toEqual([5, 2, 3])
    expect(tallyOf([{ ...row(1, { valid: 4 }), sex: 0 }])[1].valid).toBe(0)
    expect(addTallies([counted, counted])[2].valid).toBe(6)
    expect(tallyOfSex(counted, 2)).toMatchObject({ 0: { valid: 3 }, 1: { valid: 0 }, 2: { valid: 3 } })
    expect(restOf(counted, [tallyOfSex(counted, 1)])[0].valid).toBe(3)
  })
})

describe('stages', () => {
  const names = (tree: Counted): unknown => [tree.name, ...tree.parts.map(names)]

  test('general and vocational high school are one, each with a row of its own', () => {
    const tree = stageTree([grade(5, 1), grade(2, 2), grade(2, 1), grade(4, 1)])
    expect(names(byStages(tree))).toEqual(['合计', ['小学'], ['高中', ['普通高中'], ['职业高中']]])
    expect(names(tree)).toEqual([
      '合计',
      ['小学', ['一年级'], ['二年级']],
      ['高中', ['普通高中', ['高一']], ['职业高中', ['职高一']]],
    ])
    expect(tree.parts[1]?.key).toBe(TOGETHER_KEY)
    expect(tree.tally[0].valid).toBe(80)
  })

  test('one of them alone has its own name; a school of one stage is broken down by grade', () => {
    expect(names(byStages(stageTree([grade(4, 1)])))).toEqual(['合计', ['普通高中']])
    expect(names(byGrades(gradeTree([grade(2, 1), grade(2, 2)])))).toEqual(['合计', ['一年级'], ['二年级']])
    expect(names(gradeTree([]))).toEqual(['合计'])
    expect([commonGradeName(3, 0), commonGradeName(3, 1), commonGradeName(3, 4)]).toEqual([
      '预初',
      '初一',
      '初四',
    ])
    expect([commonGradeName(6, 1), commonGradeName(7, 1)]).toEqual(['大专一年级', '本科一年级'])
  })

  test('two plans are aligned to the same tree', () => {
    const both = gradesWithPrevious([grade(4, 1)], [grade(5, 1), grade(2, 1)])
    const [now, last] = [stageTree(both.now), stageTree(both.last)].map(byStages)
    expect(names(now as Counted)).toEqual(names(last as Counted))
    const line = linesWithPrevious({
      now: now as Counted,
      last: last as Counted,
      suppression: suppressNothing,
      lastSuppression: suppressNothing,
      noteOf: (key) => key,
    })
    const table = tableOf({ id: 't', title: '', rowTitle: '', columns: COMPARISON_COLUMNS, line })
    const of = (key: string) => table.columns.findIndex((column) => column.key === key)
    expect(
      table.rows.map(({ name, values }) => [name, values[of('valid')], values[of('last.valid')]]),
    ).toEqual([
      ['小学', 0, 20],
      ['高中', 20, 20],
      ['普通高中', 20, 0],
      ['职业高中', 0, 20],
      ['合计', 20, 40],
    ])
  })
})

describe('tables', () => {
  const line = lineOf(
    wholeOfParts([groupOf('g', '组', [place('甲', 10), place('乙', 20)]), place('丙', 30)]),
    suppressNothing,
  )

  test('have a row for each place, the parts of a group further in, and the whole at the end', () => {
    const table = tableOf({
      id: 't',
      title: '表',
      rowTitle: '单位',
      columns: [count('valid', { title: '有效' }), percent('myopia', '近视率')],
      line,
    })
    expect(table.rows.map(({ name, indent, isTotal, values }) => [name, indent, isTotal, values])).toEqual([
      ['组', 0, true, [30, 0]],
      ['甲', 1, false, [10, 0]],
      ['乙', 1, false, [20, 0]],
      ['丙', 0, false, [30, 0]],
      ['合计', 0, true, [60, 0]],
    ])
    expect(table.columns[1]).toEqual({ key: 'myopia/rated', title: '近视率', group: null, format: 'percent' })
  })

  test('name every column once, and every percent with what it is made of', () => {
    for (const columns of [
      visionColumns({ graded: true, ungraded: true }),
      CORRECTION_COLUMNS,
      SUMMARY_COLUMNS,
      COMPARISON_COLUMNS,
      myopiaDegreeColumns(3, true),
      REFRACTION_COLUMNS,
    ]) {
      const keys = columns.map(({ key }) => key)
      expect(new Set(keys).size).toBe(keys.length)
      for (const { key } of columns.filter(({ format }) => format === 'percent')) {
        const [, prefix = '', above = '', below = ''] = /^((?:last\.)?)([\w+]+)\/(\w+)$/.exec(key) ?? []
        for (const name of [...above.split('+'), below]) expect(keys).toContain(`${prefix}${name}`)
      }
    }
    expect(myopiaDegreeColumns(2, true).some(({ key }) => key.includes('myopiaMid'))).toBe(false)
  })

  test('a ranking draws the highest first and leaves out who has nothing', () => {
    const lines = [place('甲', 10), place('乙', 0), { ...place('丙', 10), tally: tally(10, 3) }].map((each) =>
      lineOf(each, suppressNothing),
    )
    const chart = rankingOf('r', '排名', lines, percent('myopia', '近视率'))
    expect(chart).toMatchObject({ categories: ['丙', '甲'], series: [{ values: [30, 0] }] })
  })
})

describe('suppression', () => {
  const suppressedKeys = (tree: Counted, name: CounterName = 'valid', above: CounterName[] = []) => {
    const suppression = suppressionInTrees([tree], { whole: new Set(above), of: () => undefined })
    const all = (each: Counted): string[] => [each.key, ...each.parts.flatMap(all)]
    return all(tree).filter((key) => suppression(key).has(name))
  }

  test('nothing where everybody is many', () => {
    expect(suppressedKeys(wholeOfParts([place('甲', 20), place('乙', 20)]))).toEqual([])
  })

  test('of a small cell and the next smallest, so that it cannot be derived', () => {
    const tree = wholeOfParts([place('甲', 4), place('乙', 40), place('丙', 20), place('丁', 60)])
    expect(suppressedKeys(tree)).toEqual(['甲', '丙'])
  })

  test('inside a group that holds a handful, not of the group', () => {
    const tree = wholeOfParts([
      groupOf('g', '组', [place('甲', 4), place('乙', 40), place('己', 50)]),
      groupOf('h', '另一组', [place('丙', 20), place('丁', 60)]),
      place('戊', 200),
    ])
    expect(suppressedKeys(tree)).toEqual(['甲', '乙'])
  })

  test('of the two high schools together where one of them is hidden', () => {
    const tree = wholeOfParts([
      place('甲', 60),
      groupOf(TOGETHER_KEY, '高中', [place('乙', 3), place('丙', 90)]),
      place('丁', 70),
    ])
    expect(suppressedKeys(tree)).toEqual(['甲', TOGETHER_KEY, '乙'])
  })

  test('of a handful as a whole, in every tree of it', () => {
    const one = wholeOfParts([place('甲', 4), place('乙', 0)])
    expect(suppressedKeys(one)).toContain('whole')
    const suppression = suppressionInTrees(
      [wholeOfParts([place('丙', 20)]), wholeOfParts([place('甲', 4), place('丁', 0)])],
      { whole: new Set(), of: () => undefined },
    )
    expect(suppression('丙').has('valid')).toBe(true)
  })

  test('as other screens have it, and of what would reveal that', () => {
    const parts = [place('甲', 40), place('乙', 50), place('丙', 60)]
    const suppression = suppressionInTrees([wholeOfParts(parts)], {
      whole: new Set(),
      of: (key) => (key === '丙' ? new Set(['valid']) : undefined),
    })
    expect(parts.filter(({ key }) => suppression(key).has('valid')).map(({ key }) => key)).toEqual([
      '甲',
      '丙',
    ])
  })

  test('of the whole reaches every part', () => {
    const tree = wholeOfParts([place('甲', 20), place('乙', 20)])
    expect(suppressedKeys(tree, 'valid', ['valid'])).toEqual(['whole', '甲', '乙'])
  })
})
