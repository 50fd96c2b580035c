import { render, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { HospitalsView } from '#contract/overview/hospitals.ts'
import { executorWork, hospitalsView } from '#web/testing/samples/executors.ts'
import { HIDDEN_RATE, PROVINCE, wallPlan, wallRate } from '#web/testing/samples/walls.ts'
import { HospitalSide } from './hospital-side.tsx'

const open = (change: Partial<HospitalsView> = {}) =>
  render(<HospitalSide view={hospitalsView(change)} plan={wallPlan()} unit={PROVINCE} />)
const panel = (name: string) => within(screen.getByRole('region', { name }))
const rows = () => panel('各机构筛查').getAllByRole('listitem')

describe('the hospital side', () => {
  it('shows how far, how fast and how well each organisation is', () => {
    const slow = { invalidRate: 3.25, retestRate: 2, errorRate: 6.5, retestShort: true, errorsOver: true }
    open({
      organisations: [
        executorWork({ quality: slow }),
        executorWork({ orgId: 9, name: '明眸视力筛查中心', screened: 845 }),
      ],
    })
    expect(rows().map(({ textContent }) => textContent)).toEqual([
      '西湖人民医院3 项61.73242613.32.06.5',
      '明眸视力筛查中心3 项100.002612.15.24.3',
    ])
    expect(panel('承担机构完成率').getByText('61.66')).toBeTruthy()
  })

  it('splits the work by who did it', () => {
    open()
    expect(panel('由谁筛查').getByText('52.1%')).toBeTruthy()
    expect(panel('由谁筛查').getByText('47.9%')).toBeTruthy()
  })

  it('names those over the cap of errors, or that there are none', () => {
    const { quality, orgId, name } = executorWork({ name: '鹿城人民医院' })
    const { unmount } = open({
      overCap: [{ orgId, name, quality: { ...quality, errorRate: 5.43 } }],
      overCapCount: 1,
    })
    expect(panel('误差超限').getByText('鹿城人民医院')).toBeTruthy()
    expect(panel('误差超限').getByText('5.43%')).toBeTruthy()
    unmount()
    open()
    expect(panel('误差超限').getByText('没有机构超过误差上限。')).toBeTruthy()
  })

  it('shows visits by source, and neither a handful nor what it follows from', () => {
    open()
    const visits = panel('就诊登记')
    expect(visits.getByText('21.00')).toBeTruthy()
    expect(visits.getByText('25')).toBeTruthy()
    expect(visits.getAllByText('＊')).toHaveLength(2)
    expect(visits.getByText('＊ 次数过少，不显示')).toBeTruthy()
  })

  it('shows no share of a few who were referred', () => {
    open({ visited: wallRate(3, 20), visited30: wallRate(3, 20) })
    expect(panel('就诊登记').getByText('建议就诊满 30 人后显示就诊率。')).toBeTruthy()
    expect(panel('就诊登记').queryByText('15.00')).toBeNull()
  })

  it('says in a sentence what is not there yet', () => {
    open({
      organisations: [],
      kinds: [],
      days: [],
      visited: HIDDEN_RATE,
      visited30: HIDDEN_RATE,
      visits: { since: '2026-11-10', sources: [{ source: 1, visits: 0 }] },
      total: {
        ...hospitalsView().total,
        orgs: 0,
        expected: 0,
        screened: 0,
        quality: {
          invalidRate: null,
          retestRate: null,
          errorRate: null,
          retestShort: false,
          errorsOver: false,
        },
      },
    })
    expect(
      panel('各机构筛查').getByText('浙江省还没有分配给医院或社会机构的任务，分配后列在这里。'),
    ).toBeTruthy()
    expect(panel('每日实筛').getByText('有筛查结果后，这里显示每日人数。')).toBeTruthy()
    expect(panel('误差超限').getByText('录入复测结果后计算误差发生率。')).toBeTruthy()
    expect(panel('就诊登记').getByText('近 7 日没有新的就诊登记。')).toBeTruthy()
    expect(panel('就诊登记').getByText('不足 5 人，不显示')).toBeTruthy()
    expect(panel('承担机构完成率').getAllByText('--').length).toBeGreaterThan(0)
  })
})
