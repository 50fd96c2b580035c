import { describe, expect, it } from 'vitest'
import { OrgProperty, OrgType, PROPERTIES_OF_ORG_TYPE } from './codes.ts'
import { isOnLine, lineOfCommand, lookedAfterTypes } from './lines-of-command.ts'

const { government, school, hospital, social } = OrgType.code
const { educationBureau, healthCommission } = OrgProperty.code
const EVERY_KIND = Object.entries(PROPERTIES_OF_ORG_TYPE).flatMap(([orgType, properties]) =>
  properties.map((property) => ({ orgType: Number(orgType), property })),
)

describe('lines of command', () => {
  it('put every kind of organisation on exactly one line', () => {
    for (const org of EVERY_KIND) {
      const lines = (['educationBureau', 'healthCommission'] as const).filter((line) => isOnLine(line, org))
      expect(lines, JSON.stringify(org)).toHaveLength(1)
    }
  })

  it('are education with schools, health with hospitals and social organisations', () => {
    const bureau = { orgType: government, property: educationBureau }
    const commission = { orgType: government, property: healthCommission }
    expect(lookedAfterTypes(bureau)).toEqual([government, school])
    expect(lookedAfterTypes(commission)).toEqual([government, hospital, social])
    expect(isOnLine('educationBureau', commission)).toBe(false)
    expect(isOnLine('healthCommission', bureau)).toBe(false)
  })

  it('begin with a government body', () => {
    for (const org of EVERY_KIND.filter(({ orgType }) => orgType !== government)) {
      expect(lineOfCommand(org)).toBeUndefined()
      expect(lookedAfterTypes(org)).toEqual([org.orgType])
    }
    expect(lineOfCommand({ orgType: government, property: 0 })).toBeUndefined()
  })
})
