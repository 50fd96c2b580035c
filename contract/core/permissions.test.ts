import { describe, expect, it } from 'vitest'
import {
  defaultPermissionIds,
  PERMISSION_NAMES,
  PERMISSIONS,
  type PermissionName,
  PROFILES,
  permissionId,
  permissionNameOf,
  withParents,
} from './permissions.ts'

// The default holders, row by row. A profile that holds something inside a section also holds the section.
const GOV = 'GP GC GD'
const ADMINS = 'GP GC GD SA HA OA'
const TAKING_PART = 'SA SS HA HS OA OS'
const EVERYONE = 'GP GC GD SA SS SG ST HA HS OA OS'
const HOLDERS: [ids: number[], holders: string][] = [
  [[1254, 1310], GOV],
  [[1311], 'GP GC'],
  [[1317], 'SA'],
  [[1320], 'HA OA'],
  [[1017, 1045, 1046], 'GP GC GD SA SG ST'],
  [[1047], 'GD SA'],
  [[1048], 'GD SA SG ST'],
  [[1136, 1137], 'GP GC GD SA SG ST'],
  [[1003], 'GP GC GD HA'],
  [[1239], 'GP GC GD OA'],
  [[1051], 'GP GC GD SA SS SG ST HA HS OA OS'],
  [[1052, 1056, 1122, 1123, 1059, 1151, 1132, 1061, 1070, 1078], GOV],
  [[1053, 1057, 1071], GOV],
  [[1062], 'GP GC GD SA'],
  [[1223, 1224, 1227, 1152, 1228], TAKING_PART],
  [[1220, 1219, 1230], `${TAKING_PART} SG ST`],
  [[1083], 'GP GC GD SA SG ST'],
  [[1306], 'GP'],
  [[1084], 'GP GC'],
  [[1102], GOV],
  [[1179], 'GP GC GD SA'],
  [[1180], 'GP GC GD SA SG'],
  [[1181], 'GP GC GD SA SG ST'],
  [[1182], 'GP GC GD SA'],
  [[1183], GOV],
  [[1255, 1265, 1312], GOV],
  [[1256], 'GP GC GD SA'],
  [[1324], 'GP GC GD SA SG ST HA OA'],
  [[1103], ADMINS],
  [[1110, 1113, 1119, 1120, 1169], EVERYONE],
  [[1174], ADMINS],
  [[1285, 1287], ADMINS],
  [[1286], GOV],
]

describe('default holders', () => {
  it('every number of the spec stands once in the table', () => {
    const listed = HOLDERS.flatMap(([ids]) => ids)
    expect(new Set(listed).size).toBe(listed.length)
    const numbered = PERMISSION_NAMES.map(permissionId).filter((id) => id < 2001)
    expect(listed.toSorted()).toEqual(numbered.toSorted())
  })

  it.each(PROFILES)('%s holds what it is given by default', (profile) => {
    const expected = HOLDERS.filter(([, holders]) => holders.split(' ').includes(profile)).flatMap(
      ([ids]) => ids,
    )
    const held = defaultPermissionIds(profile).filter((id) => id < 2001)
    expect(held.toSorted()).toEqual(expected.toSorted())
  })

  it('buttons of the account screens belong to administrators alone', () => {
    const administrators = new Set(ADMINS.split(' '))
    for (const name of PERMISSION_NAMES) {
      // Only schools have classes, only government bodies look after organisations, one body decides for the platform.
      if (['accountClasses', 'orgTerms', 'secondStepPolicy'].includes(name)) continue
      if (
        !['authority', 'orgInformation'].includes(PERMISSIONS[name].parent ?? '') ||
        permissionId(name) < 2001
      )
        continue
      expect(new Set(PERMISSIONS[name].holders), name).toEqual(administrators)
    }
  })

  it('a profile that holds something inside a section also holds the section', () => {
    for (const name of PERMISSION_NAMES) {
      const { parent, holders } = PERMISSIONS[name]
      if (parent === null) continue
      const above = PERMISSIONS[parent as keyof typeof PERMISSIONS].holders
      for (const holder of holders) expect(above, `${name} of ${parent}`).toContain(holder)
    }
  })
})

describe('the catalogue', () => {
  it('goes from name to number and back', () => {
    expect(permissionId('schools')).toBe(1017)
    expect(permissionNameOf(1017)).toBe('schools')
    expect(permissionNameOf(1)).toBeUndefined()
    for (const name of PERMISSION_NAMES) expect(permissionNameOf(permissionId(name))).toBe(name)
  })

  it('has Chinese labels, one each, and only known holders', () => {
    const labels = PERMISSION_NAMES.map((name) => PERMISSIONS[name].label)
    expect(labels.filter((label, index) => labels.indexOf(label) !== index)).toEqual([])
    for (const name of PERMISSION_NAMES) {
      expect(PERMISSIONS[name].label).toMatch(/^\p{Script=Han}+$/u)
      for (const holder of PERMISSIONS[name].holders) expect(PROFILES).toContain(holder)
    }
  })
})

describe('a button without its menu', () => {
  it('is nothing, and no profile starts with one', () => {
    for (const profile of PROFILES) {
      const names = defaultPermissionIds(profile).map((id) => permissionNameOf(id) as PermissionName)
      expect([...withParents(names)]).toEqual(names)
    }
    expect([...withParents(['accountAdd', 'accountEdit'])]).toEqual([])
    expect([...withParents(['authority', 'accountAdd', 'studentView'])]).toEqual(['authority', 'accountAdd'])
  })
})
