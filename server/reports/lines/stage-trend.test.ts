import { expect, test } from 'vitest'
import { stageTrendOf } from './stage-trend.ts'

test('general and vocational high schools are one line, a stage that a plan has not is a gap', () => {
  const { charts, tables } = stageTrendOf([
    { name: '一', term: '甲', note: '口径不一致', stages: [{ stage: 2, rated: 10, myopia: 3 }] },
    {
      name: '二',
      term: '乙',
      note: null,
      stages: [
        { stage: 2, rated: 20, myopia: 5 },
        { stage: 4, rated: 10, myopia: 8 },
        { stage: 5, rated: 30, myopia: 12 },
      ],
    },
  ])
  expect(charts[0]).toMatchObject({
    kind: 'bars',
    categories: ['甲', '乙'],
    series: [
      { name: '小学', values: [30, 25] },
      { name: '高中', values: [null, 50] },
    ],
  })
  expect(tables[0]?.rows.map(({ values, note }) => [note, ...values])).toEqual([
    ['口径不一致', 10, 3, 30, 0, 0, null],
    [null, 20, 5, 25, 40, 20, 50],
  ])
})

test('one kind of high school keeps its name; without a rate there is nothing', () => {
  const { tables } = stageTrendOf([
    { name: '一', term: '甲', note: null, stages: [{ stage: 5, rated: 4, myopia: 1 }] },
  ])
  expect(tables[0]?.columns.map(({ group }) => group)).toEqual(['职业高中', '职业高中', '职业高中'])
  expect(stageTrendOf([{ name: '一', term: '甲', note: null, stages: [] }])).toEqual({
    charts: [],
    tables: [],
  })
})
