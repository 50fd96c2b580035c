import { describe, expect, test } from 'vitest'
import { DEFAULT_PROFILE, describeProfile, JUDGEMENT_PROFILES, JudgementProfile, passes } from './profile.ts'

const sentence = (profile: JudgementProfile, start: string): string =>
  describeProfile(profile).find((text) => text.startsWith(start)) ?? ''

describe('the profile', () => {
  test('on the line itself', () => {
    expect([-501, -500, -499].map((value) => passes('<', value, -500))).toEqual([true, false, false])
    expect([-501, -500, -499].map((value) => passes('<=', value, -500))).toEqual([true, true, false])
  })

  test('presets are profiles; the guide with three degrees is the default', () => {
    for (const profile of Object.values(JUDGEMENT_PROFILES))
      expect(JudgementProfile.parse(profile)).toEqual(profile)
    expect(DEFAULT_PROFILE).toBe(JUDGEMENT_PROFILES.A)
    expect(DEFAULT_PROFILE.name).toBe('防控指南三级（默认）')
    const operators = Object.values(JUDGEMENT_PROFILES).map((p) => [p.myopiaOp, p.midOp, p.highOp, p.degrees])
    expect(operators).toEqual([
      ['<', '<', '<', 3],
      ['<', '<=', '<', 3],
      ['<=', '<=', '<=', 2],
    ])
  })

  test('ortho-K wearers do not count for poor vision unless it is said', () => {
    const { orthoKPoor: _, ...rest } = JUDGEMENT_PROFILES.A
    expect(JudgementProfile.parse(rest).orthoKPoor).toBe(false)
  })

  test.each([
    [{ ...JUDGEMENT_PROFILES.A, name: ' ' }, '请填写标准名称'],
    [{ ...JUDGEMENT_PROFILES.A, name: '标'.repeat(31) }, '标准名称不能超过30个字'],
  ])('%j is refused', (profile, message) => {
    expect(JudgementProfile.safeParse(profile).error?.issues.map((issue) => issue.message)).toEqual([message])
  })

  test.each([
    { ...JUDGEMENT_PROFILES.A, myopiaOp: '>' },
    { ...JUDGEMENT_PROFILES.A, degrees: 4 },
    { ...JUDGEMENT_PROFILES.A, hyperopiaRule: 'none' },
  ])('%j is refused', (profile) => {
    expect(JudgementProfile.safeParse(profile).success).toBe(false)
  })
})

describe('in words', () => {
  test('myopia', () => {
    expect(sentence(JUDGEMENT_PROFILES.A, '近视：')).toBe(
      '近视：裸眼视力<5.0 且等效球镜<-0.50D（同一眼），或佩戴角膜塑形镜。',
    )
    expect(sentence(JUDGEMENT_PROFILES.B, '近视：')).toContain('等效球镜≤-0.50D')
  })

  test.each([
    [
      'A',
      '近视程度：低度为-3.00D≤等效球镜<-0.50D，中度为-6.00D≤等效球镜<-3.00D，高度为等效球镜<-6.00D；取较重眼。',
    ],
    [
      'N',
      '近视程度：低度为-3.00D<等效球镜<-0.50D，中度为-6.00D≤等效球镜≤-3.00D，高度为等效球镜<-6.00D；取较重眼。',
    ],
    ['B', '近视程度：低度为-6.00D<等效球镜≤-0.50D，高度为等效球镜≤-6.00D；取较重眼。'],
  ] as const)('degrees of %s', (key, text) => {
    expect(sentence(JUDGEMENT_PROFILES[key], '近视程度：')).toBe(text)
  })

  test('what comes before myopia ends where myopia begins', () => {
    expect(sentence(JUDGEMENT_PROFILES.A, '近视前期')).toContain('-0.50D≤等效球镜≤+0.75D；')
    expect(sentence(JUDGEMENT_PROFILES.B, '近视前期')).toContain('较重眼-0.50D<等效球镜≤+0.75D；')
  })

  test('settings are said', () => {
    expect(sentence(JUDGEMENT_PROFILES.A, '远视：')).toContain('8周岁及以上>+0.50D')
    expect(sentence({ ...JUDGEMENT_PROFILES.A, hyperopiaRule: 'fixed' }, '远视：')).toBe(
      '远视：任一眼等效球镜≥+2.00D。',
    )
    expect(describeProfile(JUDGEMENT_PROFILES.A)).toContain('角膜塑形镜佩戴者不计入视力不良。')
    expect(describeProfile({ ...JUDGEMENT_PROFILES.A, orthoKPoor: true }).join('')).not.toContain(
      '不计入视力不良',
    )
    expect(describeProfile(JUDGEMENT_PROFILES.A).join('')).toContain('≤600度为中度')
    expect(describeProfile(JUDGEMENT_PROFILES.B).join('')).not.toContain('中度，高度为')
    for (const text of describeProfile(JUDGEMENT_PROFILES.A)) expect(text).toMatch(/。$/)
  })
})
