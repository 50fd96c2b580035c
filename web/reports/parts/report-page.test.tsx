import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { PERMISSION_NAMES, type Profile } from '#contract/core/permissions.ts'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import { reportEndpoints } from '#contract/reports/endpoints.ts'
import { DocumentFormat } from '#contract/reports/report/report-document.ts'
import { ROSTER_TABLE } from '#contract/reports/report/report-layout.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { choose, currentAddress, renderScreen } from '#web/testing/render-screen.tsx'
import {
  answerPlaces,
  MYOPIA_TABLE,
  PROVINCE,
  placeOf,
  report,
  reportRow,
  unitOf,
} from '#web/testing/samples/reports.ts'
import { userOf } from '#web/testing/samples/users.ts'
import { watchSavedFiles } from '#web/testing/saved-files.ts'
import { endpointOf, FIXED_KINDS } from './report-kinds.ts'

const { cityReport, classReport, downloadReport, regionReport, schoolReport } = reportEndpoints
const REGION = '/report/region-report'

/** The reader looks after the place; reports of every kind are of whatever was asked for. */
function server(reader = placeOf('a330106')) {
  const api = answerPlaces(fakeApi(), reader).answer(regionReport, report())
  return api
    .answer(cityReport, ({ areaId }) => {
      const unit = unitOf(placeOf(`a${areaId}`))
      return report({ kind: 'city', unit, title: `${unit.name}市级报告` })
    })
    .answer(schoolReport, ({ orgId }) => {
      const unit = unitOf(placeOf(`s${orgId}`))
      return report({ kind: 'school', unit, title: `${unit.name}学校报告` })
    })
    .answer(classReport, ({ classId }) => {
      const unit = unitOf(placeOf(`c${classId}`))
      return report({ kind: 'class', unit, title: `${unit.name}班级报告` })
    })
}

async function open(address = REGION, as = userOf('GD'), api = server()) {
  const rendered = await renderScreen(address, { api, as })
  return { ...rendered, api }
}
const paperOf = async (title: RegExp) => within(await screen.findByRole('article', { name: title }))
const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(2)
    .map((row) => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent))

describe('a report', () => {
  it('is of the plan and unit most likely meant, and the address says so', async () => {
    const { api } = await open()
    await paperOf(/^西湖区/)
    expect(currentAddress()).toBe(`${REGION}?planId=21`)
    expect(api.calls(regionReport)).toEqual([{ planId: 21, areaId: '330106' }])
  })

  it('reads from its title over sections and tables to the notes', async () => {
    await open()
    const paper = await paperOf(/^西湖区/)
    expect(paper.getByRole('heading', { level: 2 }).textContent).toBe('西湖区2026年秋季视力筛查区县报告')
    const sections = paper.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
    expect(sections).toEqual(['一、总体情况', '编制说明'])
    expect(paper.getByText('本次应筛 1,300 人，有效 1,208 人。')).toBeTruthy()
    expect(paper.getByText('等效球镜小于 -0.50D 为近视')).toBeTruthy()
    expect(paper.getByText('2026年秋季视力筛查（进行中）')).toBeTruthy()
  })

  it('leaves out sections that only say why there is nothing, and charts without a value', async () => {
    const [section] = report().sections
    if (!section) throw new Error('no section')
    const [chart] = section.charts
    if (!chart) throw new Error('no chart')
    const hollow = { ...chart, title: '空图', series: [{ name: '近视率', values: [null, null] }] }
    const none = { ...section, id: 'none', title: '与上次计划比较', charts: [], tables: [], isEmpty: true }
    const api = server().answer(
      regionReport,
      report({ sections: [{ ...section, charts: [chart, hollow] }, none] }),
    )
    await open(REGION, userOf('GD'), api)
    const paper = await paperOf(/^西湖区/)
    expect(paper.queryByText('与上次计划比较')).toBeNull()
    expect(paper.getAllByRole('figure')).toHaveLength(1)
  })

  it('writes every figure in its own way, and explains the signs', async () => {
    await open()
    const paper = await paperOf(/^西湖区/)
    expect(rowsOf(paper.getByRole('table', { name: '各校近视情况' }))).toEqual([
      ['文一路小学', '1,200', '45.68%', '-1.20百分点'],
      ['学军小学', '8', '*', '--'],
      ['合计', '1,208', '45.10%', '0.00百分点'],
    ])
    expect(paper.getByText(/^注：近视率以有效人数为分母；/).textContent).toMatch(
      /“--”表示没有数据；“\*”表示人数过少/,
    )
  })

  it('draws its charts as soon as it knows how wide they may be', async () => {
    class Measured {
      readonly observe: () => void
      readonly unobserve = () => {}
      readonly disconnect = () => {}
      constructor(measured: (entries: { contentRect: { width: number } }[]) => void) {
        this.observe = () => measured([{ contentRect: { width: 800 } }])
      }
    }
    vi.stubGlobal('ResizeObserver', Measured)
    await open()
    expect(await (await paperOf(/^西湖区/)).findByRole('img', { name: '各校近视率' })).toBeTruthy()
  })

  it('folds a long table after its first rows, never its total', async () => {
    const rows = Array.from({ length: 50 }, (_, nth) => reportRow({ name: `第${nth + 1}小学`, unit: null }))
    const total = reportRow({ name: '合计', unit: null, isTotal: true })
    const [section] = report().sections
    if (!section) throw new Error('no section')
    const table = { ...MYOPIA_TABLE, rows: [...rows, total] }
    const long = report({ sections: [{ ...section, tables: [table] }] })
    const { user } = await open(REGION, userOf('GD'), server().answer(regionReport, long))
    const paper = await paperOf(/^西湖区/)
    const isFolded = (name: string) => /folded/i.test(paper.getByText(name).closest('tr')?.className ?? '')
    expect([isFolded('第30小学'), isFolded('第31小学'), isFolded('合计')]).toEqual([false, true, false])
    await user.click(paper.getByRole('button', { name: '显示全部 51 行' }))
    expect(isFolded('第31小学')).toBe(false)
  })

  it('leads to the report of a unit in it, with the plan', async () => {
    const { user } = await open()
    const paper = await paperOf(/^西湖区/)
    await user.click(paper.getByRole('link', { name: '文一路小学' }))
    await paperOf(/^文一路小学/)
    expect(currentAddress()).toBe('/report/school-report?planId=21&orgId=100')
    expect(paper.queryByRole('link', { name: '学军小学' })).toBeNull()
  })

  it('of what stands in the address is asked for as it is', async () => {
    const { api } = await open('/report/school-report?planId=11&orgId=101&lastPlanId=0')
    await paperOf(/^学军小学/)
    expect(api.calls(schoolReport)).toEqual([{ planId: 11, orgId: 101, lastPlanId: 0 }])
    expect(api.calls(eyesightEndpoints.breakdown).every(({ planId }) => planId === 11)).toBe(true)
  })

  it('that cannot be made says why and can be asked for again', async () => {
    const { api, user } = await open(REGION, userOf('GD'), server().refuse(regionReport, 700, '数据正在更新'))
    expect(await screen.findByText('报告加载失败')).toBeTruthy()
    expect(screen.getAllByText('数据正在更新').length).toBeGreaterThan(0)
    api.answer(regionReport, report())
    await user.click(screen.getByRole('button', { name: '重试' }))
    await paperOf(/^西湖区/)
  })

  it('is impossible before a plan has begun', async () => {
    await open(REGION, userOf('GD'), server().answer(eyesightEndpoints.planChoices, []))
    expect(await screen.findByText('还没有可以出报告的筛查计划')).toBeTruthy()
  })
})

describe('above a report', () => {
  it('another unit is chosen', async () => {
    const { user } = await open('/report/city-report', userOf('GP'), server(PROVINCE))
    await paperOf(/^杭州市/)
    await choose(user, screen.getByRole('combobox', { name: '市' }), '宁波市')
    await paperOf(/^宁波市/)
    expect(currentAddress()).toBe('/report/city-report?planId=21&areaId=330200')
  })

  it('a comparison is chosen, or none', async () => {
    const { api, user } = await open()
    await paperOf(/^西湖区/)
    const box = screen.getByRole('combobox', { name: '对比计划' })
    await choose(user, box, '不比较')
    await waitFor(() => expect(api.calls(regionReport).at(-1)).toMatchObject({ lastPlanId: 0 }))
    expect(currentAddress()).toContain('lastPlanId=0')
    await choose(user, box, '2026年春季视力筛查')
    await waitFor(() => expect(api.calls(regionReport).at(-1)).toMatchObject({ lastPlanId: 15 }))
    await choose(user, box, '2025年秋季视力筛查（计划指定）')
    await waitFor(() => expect(currentAddress()).not.toContain('lastPlanId'))
  })

  it('another plan is chosen, which forgets the comparison', async () => {
    const { api, user } = await open(`${REGION}?planId=21&areaId=330106&lastPlanId=15`)
    await paperOf(/^西湖区/)
    await choose(user, screen.getByRole('combobox', { name: '筛查计划' }), /^2025年秋季视力筛查（已结束）/)
    await waitFor(() => expect(api.calls(regionReport).at(-1)).toEqual({ planId: 11, areaId: '330106' }))
  })

  it.each(DocumentFormat.options)('the report is saved as $label', async ({ value, label }) => {
    const saved = watchSavedFiles()
    const { api, user } = await open()
    await paperOf(/^西湖区/)
    const file = { fileName: `区县报告.${value}`, contentType: 'application/octet-stream', content: 'file' }
    api.answer(downloadReport, file as never)
    await user.click(screen.getByRole('button', { name: /下载/ }))
    await user.click(await screen.findByRole('menuitem', { name: label }))
    expect(await screen.findByText('报告已下载')).toBeTruthy()
    expect(api.calls(downloadReport)).toEqual([
      { report: { kind: 'region', query: { planId: 21, areaId: '330106' } }, format: value },
    ])
    expect(saved).toEqual([`区县报告.${value}`])
  })
})

describe('a table of a report', () => {
  it('is saved by itself, to be reckoned with', async () => {
    const saved = watchSavedFiles()
    const { api, user } = await open()
    const paper = await paperOf(/^西湖区/)
    const file = { fileName: '各校近视情况.xlsx', contentType: 'application/octet-stream', content: 'file' }
    api.answer(downloadReport, file as never)
    await user.click(paper.getByRole('button', { name: '导出表格：各校近视情况' }))
    expect(await screen.findByText('表格已下载')).toBeTruthy()
    expect(api.calls(downloadReport)).toEqual([
      {
        report: { kind: 'region', query: { planId: 21, areaId: '330106' } },
        format: DocumentFormat.code.excel,
        tableId: MYOPIA_TABLE.id,
      },
    ])
    expect(saved).toEqual(['各校近视情况.xlsx'])
  })
})

describe('of a class', () => {
  it('the list of students can be had alone, on the screen and as a file', async () => {
    const roster = {
      ...MYOPIA_TABLE,
      id: ROSTER_TABLE,
      title: '学生名单',
      columns: [{ key: 'studentNo', title: '学籍号', group: null, format: 'text' as const }],
      rows: [reportRow({ name: '王小明', unit: null, values: ['330106****'] })],
    }
    const [section] = report().sections
    if (!section) throw new Error('no section')
    const unit = unitOf(placeOf('c111'))
    const sections = [section, { ...section, id: 'roster', title: '名单', charts: [], tables: [roster] }]
    const api = server(placeOf('g100-2-1')).answer(
      classReport,
      report({ kind: 'class', unit, title: '一年级1班视力筛查报告', sections }),
    )
    const { user } = await open('/report/class-report', userOf('ST'), api)
    await paperOf(/报告$/)
    await user.click(screen.getByText('只要名单'))
    const paper = await paperOf(/结果名单$/)
    expect(paper.getAllByRole('table')).toHaveLength(1)
    expect(paper.getByText('王小明')).toBeTruthy()
    expect(currentAddress()).toContain(`tableId=${ROSTER_TABLE}`)
    const file = { fileName: '名单.docx', contentType: 'application/octet-stream', content: 'file' }
    watchSavedFiles()
    api.answer(downloadReport, file as never)
    await user.click(screen.getByRole('button', { name: /下载/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Word 文档' }))
    await waitFor(() => expect(api.calls(downloadReport)).toMatchObject([{ tableId: ROSTER_TABLE }]))
  })
})

describe('a class teacher', () => {
  it('who follows the address of another class chooses among the own ones', async () => {
    const own = { ...placeOf('g100-2-1'), below: [placeOf('c111')] }
    const address = '/report/class-report?planId=21&classId=112'
    const { user } = await open(address, userOf('ST'), server(own))
    expect(await screen.findByText('没有找到所选的班级，或该计划中没有它')).toBeTruthy()
    expect(screen.queryByRole('article')).toBeNull()
    await user.click(screen.getByRole('button', { name: '重新选择班级' }))
    await paperOf(/^一年级1班/)
  })
})

describe('who reads which kinds', () => {
  const READERS: [Profile, number][] = [
    ['GP', 0],
    ['GC', 1],
    ['GD', 2],
    ['SA', 3],
    ['SG', 4],
    ['ST', 5],
  ]
  const outside = READERS.flatMap(([profile, from]) =>
    FIXED_KINDS.slice(0, from).map((kind) => ({ profile, kind })),
  )

  it.each(outside)('$profile has no $kind report', async ({ profile, kind }) => {
    await renderScreen(`/report/${kind}-report`, { api: fakeApi(), as: userOf(profile) })
    await waitFor(() => expect(currentAddress()).toBe('/401'))
  })

  it('every other kind is theirs, and hospitals have none', () => {
    for (const [profile, from] of READERS) {
      const { permissions } = userOf(profile)
      const held = FIXED_KINDS.filter((kind) => permissions.includes(`${kind}Report`))
      expect(held, profile).toEqual(FIXED_KINDS.slice(from))
    }
    const reports = PERMISSION_NAMES.filter((name) => name.endsWith('Report'))
    for (const profile of ['HA', 'HS', 'OA', 'OS', 'SS'] as const) {
      expect(userOf(profile).permissions.filter((name) => reports.includes(name))).toEqual([])
    }
    expect(endpointOf('class').access).toEqual(['classReport'])
  })
})
