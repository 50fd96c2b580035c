import { describe, expect, it } from 'vitest'
import type { SecondStepRule } from '#contract/account/second-step-policy.ts'
import { OrgProperty, OrgType, RoleType } from '#contract/core/codes.ts'
import { draftOf, ORG_KINDS, rulesInWords, rulesOf, stateOf, withCell } from './policy-grid.ts'

const { government, school } = OrgType.code
const { admin, classTeacher } = RoleType.code
const kindOf = (label: string) => ORG_KINDS.find((kind) => kind.label === label) ?? ORG_KINDS[0]
const same = (rules: SecondStepRule[]) => rulesOf(draftOf(rules))

describe('rules as a grid', () => {
  it('and back are the same', () => {
    const rules: SecondStepRule[][] = [
      [],
      [{}],
      [{ account: 'phealth01' }],
      [{ orgType: school, roleType: classTeacher }],
      [{ orgType: government, property: OrgProperty.code.healthCommission, roleType: admin }],
      [{}, { account: 'phealth01', orgType: government }],
    ]
    for (const one of rules) expect(same(one)).toEqual(one)
  })

  it('those of earlier versions are said by kinds of account', () => {
    expect(same([{ orgType: government }, { roleType: admin }])).toEqual([
      { orgType: school, roleType: admin },
      { orgType: OrgType.code.hospital, roleType: admin },
      { orgType: government, roleType: admin },
      { orgType: OrgType.code.social, roleType: admin },
    ])
  })

  it('that name one property of a type are half of its line', () => {
    const draft = draftOf([{ property: OrgProperty.code.schoolGroup, roleType: admin }])
    const schools = kindOf('学校')
    if (!schools) throw new Error('no such kind')
    expect(stateOf(draft, schools, admin)).toBe('some')
    expect(rulesOf(withCell(draft, schools, admin, true))).toEqual([{ orgType: school, roleType: admin }])
    expect(rulesOf(withCell(draft, schools, admin, false))).toEqual([])
  })

  it.each([
    [[], '不要求任何账号'],
    [[{}], '所有账号'],
    [[{ roleType: admin }, { orgType: government }], '所有管理员、政府部门的全部账号'],
    [[{ orgType: school, roleType: classTeacher }, { account: 'abc123' }], '学校的班主任、账号 abc123'],
    [[{ orgType: government, property: 55, roleType: admin }], '卫健委的管理员'],
  ] as [SecondStepRule[], string][])('%j are said in words', (rules, words) => {
    expect(rulesInWords(rules)).toBe(words)
  })
})
