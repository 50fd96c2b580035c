import {
  HIDDEN_VALUE,
  type Report,
  type ReportChart,
  type ReportTable,
} from '#contract/reports/report/report.ts'
import type { DocumentReader } from '../../reports/documents/document-reader.ts'

export const LONG_NAME =
  '浙江省杭州市余杭区未来科技城第一实验小学教育集团海曙校区（含附属幼儿园与九年一贯制分部）西溪湿地国际联合教学点'
export const HOSTILE_NAME = '<b>"甲"&\'乙\'</b>=1+1'

export const SAMPLE_READER: DocumentReader = {
  realName: '张三',
  account: 'zhangsan',
  orgName: '余杭区教育局',
  at: '2026-11-15 10:20:30',
}

/** Figures that look like those of a screening and are the same every time. */
const figure = (row: number, column: number): number => ((row * 37 + column * 101) % 997) / 9.97

export function sampleTable(size: { rows: number; columns: number }, title = '各校近视情况'): ReportTable {
  const columns = Array.from({ length: size.columns }, (_, index) => ({
    key: `c${index}`,
    title: index % 2 === 0 ? '人数' : '检出率',
    group:
      index < 2 ? null : (['近视', '视力不良', '建议就诊', '高度近视'][Math.floor(index / 2) % 4] ?? null),
    format: index % 2 === 0 ? ('count' as const) : ('percent' as const),
  }))
  const names = ['合计', LONG_NAME, HOSTILE_NAME, '=cmd|calc', '@SUM(A1)', '普通小学']
  const rows = Array.from({ length: size.rows }, (_, row) => ({
    name: names[row] ?? `第${row}小学`,
    unit: null,
    isTotal: row === 0,
    indent: row === 0 ? 0 : row % 2,
    values: columns.map((_column, column) => {
      if (row === 3 && column === 2) return HIDDEN_VALUE
      if (row === 4 && column === 3) return null
      return column % 2 === 0 ? Math.round(figure(row, column) * 120) : figure(row, column)
    }),
    note: null,
  }))
  return { id: title, title, rowTitle: '学校', columns, rows, notes: ['* 人数不足 10 人，不予显示。'] }
}

/** A list of students, which lies across the page. */
export function sampleRoster(students: number): ReportTable {
  const texts = ['studentNo', 'sex', 'age', 'conclusion'].map((key) => ({
    key,
    title: key,
    group: null,
    format: 'text' as const,
  }))
  const readings = Array.from({ length: 14 }, (_, index) => ({
    key: `r${index}`,
    title: '右',
    group: `检查${Math.floor(index / 2)}`,
    format: 'dioptre' as const,
  }))
  return {
    id: 'roster-student',
    title: '学生名单',
    rowTitle: '姓名',
    columns: [...texts, ...readings],
    rows: Array.from({ length: students }, (_, row) => ({
      name: `学生${row}`,
      unit: null,
      isTotal: false,
      indent: 0,
      values: ['330110****', '男', '9', '近视', ...readings.map((_reading, index) => -index / 4)],
      note: null,
    })),
    notes: [],
  }
}

export function sampleChart(kind: ReportChart['kind'], categories = 8, series = 2): ReportChart {
  return {
    id: `${kind}${categories}`,
    title: `各校近视率（${kind}）`,
    kind,
    format: 'percent',
    unit: '%',
    categories: Array.from({ length: categories }, (_, index) =>
      index === 1 ? HOSTILE_NAME : `第${index + 1}小学`,
    ),
    series: Array.from({ length: series }, (_, own) => ({
      name: ['2025 年秋季', '2026 年春季', '2026 年秋季'][own] ?? `第 ${own + 1} 次`,
      values: Array.from({ length: categories }, (_, index) => (index === 2 ? null : figure(index, own + 1))),
    })),
  }
}

export function sampleReport(sections: Partial<Report['sections'][number]>[]): Report {
  return {
    kind: 'region',
    title: '余杭区儿童青少年视力筛查报告',
    unit: { level: 'region', key: { areaId: '330110' }, name: '浙江省杭州市余杭区' },
    plan: {
      planId: 1,
      planName: '2026 年秋季筛查',
      status: 2,
      kind: 1,
      season: 2,
      schoolYear: 2026,
      targetRate: 45,
      startsOn: '2026-10-24',
      endsOn: '2026-12-08',
    },
    lastPlan: null,
    comparison: null,
    sections: sections.map((section, index) => ({
      id: `s${index}`,
      title: `第 ${index + 1} 部分`,
      paragraphs: [],
      charts: [],
      tables: [],
      ...section,
    })),
    notes: ['近视：等效球镜度数 SE < -0.50 D 且裸眼视力低于 5.0。', '率的分母为纳入统计的有效人数。'],
    at: '2026-11-15T00:00:00.000Z',
    frozen: null,
  }
}
