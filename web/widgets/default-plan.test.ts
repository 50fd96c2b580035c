import { describe, expect, it } from 'vitest'
import { defaultPlan } from './default-plan.ts'

const plan = (name: string, ownerLevel: 1 | 2 | 3, more: object = {}) => ({
  name,
  ownerLevel,
  own: false,
  status: 2 as 1 | 2 | 3 | 4,
  startsOn: '2026-09-01',
  endsOn: '2026-12-31',
  ...more,
})
const province = plan('省', 1, { startsOn: '2026-10-01' })
const city = plan('市', 2)
const district = plan('区', 3)
const ended = plan('往年', 3, { status: 3, startsOn: '2025-09-01', endsOn: '2025-12-31' })
const older = plan('更早', 1, { status: 4, startsOn: '2024-09-01', endsOn: '2024-12-31' })
const coming = plan('将来', 3, { status: 1, startsOn: '2027-03-01' })

describe('the plan a page begins with', () => {
  it.each([
    ['学校看区的计划', 4, [province, city, district, ended], '区'],
    ['没有区的计划时看市的', 4, [province, city, ended], '市'],
    ['市看市的，不看区的', 2, [province, district, city], '市'],
    ['市没有自己的就看省的，不看区的', 2, [district, province], '省'],
    ['上面没有就看下面的', 1, [district, ended], '区'],
    ['自己的最先', 2, [city, plan('本机构', 2, { own: true, startsOn: '2026-03-01' })], '本机构'],
    ['同样近的看较新的', 4, [district, plan('区新', 3, { startsOn: '2026-10-08' })], '区新'],
    ['没有进行中的看最近结束的', 4, [coming, older, ended], '往年'],
    ['只有将来的', 4, [coming], '将来'],
  ])('%s', (_name, level, plans, wanted) => {
    expect(defaultPlan(plans, level)?.name).toBe(wanted)
  })

  it('is none where there is none', () => {
    expect(defaultPlan([], 4)).toBeUndefined()
  })
})
