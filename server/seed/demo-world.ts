import {
  ApprovalStatus,
  AreaGrade,
  CityProperty,
  DataRangeType,
  HospitalLevel,
  HospitalOwnership,
  HospitalType,
  OrgProperty,
  OrgType,
  RoleType,
  SchoolLevel,
  SchoolNewType,
  SchoolStage,
  SchoolSystem,
} from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import type { AreaIds } from '../core/scope.ts'

/** The demo's organisations and accounts: Zhejiang with three cities and eight districts. The same every time. */
export const DEMO_PASSWORD = 'Demo@2026'

export type DemoOrg = AreaIds & {
  key: string
  name: string
  orgType: CodeOf<typeof OrgType>
  property: number
  address: string
  stages?: number[]
  schoolType?: number
  schoolLevel?: number
  cityProperty?: number
  areaGrade?: number
  monitoringCode?: string
  schoolSystem?: CodeOf<typeof SchoolSystem>
  /** In the whole demo; a smaller one has fewer. */
  classesPerGrade?: number
  hospitalType?: number
  hospitalLevel?: number
  ownership?: number
  status?: (typeof ApprovalStatus.code)['pending' | 'passed']
}
export type DemoUser = {
  account: string
  realName: string
  /** Null: bound to no organisation. */
  org: string | null
  roleType: CodeOf<typeof RoleType>
  isSuper: boolean
  /** Shown on the login page. */
  description?: string
}

/** 西湖实验小学, where most of the named accounts belong. */
export const FIRST_SCHOOL = '330106-school-1'

export const PROVINCE = '330000'
const CITIES = [
  {
    id: '330100',
    name: '杭州市',
    districts: [
      ['330106', '西湖区'],
      ['330109', '萧山区'],
      ['330110', '余杭区'],
    ],
  },
  {
    id: '330200',
    name: '宁波市',
    districts: [
      ['330203', '海曙区'],
      ['330212', '鄞州区'],
      ['330205', '江北区'],
    ],
  },
  {
    id: '330300',
    name: '温州市',
    districts: [
      ['330302', '鹿城区'],
      ['330303', '龙湾区'],
    ],
  },
] as const

const { school, hospital, government, social } = OrgType.code
const { kindergarten, primary, juniorHigh, seniorHigh, vocationalHigh, college, university } =
  SchoolStage.code
const { schoolIndependent, schoolGroup } = OrgProperty.code
const { regular, vocational } = SchoolNewType.code
const { urban, township } = CityProperty.code

function governmentPair(key: string, name: string, area: AreaIds): DemoOrg[] {
  const kinds = [
    { suffix: '教育', word: area.cityId ? '教育局' : '教育厅', property: OrgProperty.code.educationBureau },
    { suffix: '卫健', word: '卫生健康委员会', property: OrgProperty.code.healthCommission },
  ]
  return kinds.map(({ suffix, word, property }) => ({
    ...area,
    key: `${key}-${suffix}`,
    name: `${name}${word}`,
    orgType: government,
    property,
    address: `${name}行政中心`,
  }))
}

/** `classes`: per grade, district by district. */
const SCHOOL_KINDS = [
  { suffix: '中心幼儿园', stages: [kindergarten], classes: [3, 2, 2, 2, 2, 1, 2, 2] },
  { suffix: '实验小学', stages: [primary], classes: [4, 3, 3, 3, 3, 2, 3, 3] },
  { suffix: '第一初级中学', stages: [juniorHigh], classes: [3, 4, 3, 3, 3, 2, 3, 3] },
  { suffix: '九年一贯制学校', stages: [primary, juniorHigh], classes: [2, 2, 2, 2, 2, 2, 2, 2] },
  { suffix: '高级中学', stages: [seniorHigh], classes: [3, 4, 3, 3, 3, 2, 3, 3] },
] as const

/** Every stage has both, so that town and country can be compared: nine-year schools stand in the country. */
const isUrban = (kind: number, district: number): boolean => {
  const { stages } = SCHOOL_KINDS[kind] ?? { stages: [] }
  if (stages.length > 1) return false
  const compulsory = stages.some((stage) => stage === primary || stage === juniorHigh)
  return compulsory || district % 2 === 0
}

function districtOrgs(area: Required<AreaIds>, district: string, index: number): DemoOrg[] {
  const place = district.slice(0, -1)
  const schools = SCHOOL_KINDS.map(({ suffix, stages, classes }, kind) => ({
    ...area,
    key: `${area.regionId}-school-${kind}`,
    name: `${place}${suffix}`,
    orgType: school,
    property: kind === 3 ? schoolGroup : schoolIndependent,
    address: `${district}文教路${10 + index * 7 + kind}号`,
    stages: [...stages],
    schoolType: regular,
    schoolLevel: kind === 4 ? SchoolLevel.code.provincialFirst : SchoolLevel.code.regular,
    cityProperty: isUrban(kind, index) ? urban : township,
    areaGrade: 1 + (index % 3),
    monitoringCode: `0${kind + 1}`,
    classesPerGrade: classes[index],
  }))
  return [
    ...governmentPair(String(area.regionId), district, area),
    ...schools,
    {
      ...area,
      key: `${area.regionId}-hospital`,
      name: `${place}人民医院`,
      orgType: hospital,
      property: OrgProperty.code.hospitalIndependent,
      address: `${district}健康路${20 + index}号`,
      hospitalType: HospitalType.code.general,
      hospitalLevel: HospitalLevel.code.grade2A,
      ownership: HospitalOwnership.code.public,
    },
  ]
}

/** Schools of the stages that not every district has, and one of the five-four system. */
const RARE_SCHOOLS: [regionId: string, name: string, rest: Partial<DemoOrg>][] = [
  ['330106', '西湖职业高级中学', { stages: [vocationalHigh], schoolType: vocational, classesPerGrade: 2 }],
  ['330212', '鄞州职业高级中学', { stages: [vocationalHigh], schoolType: vocational, classesPerGrade: 2 }],
  ['330302', '鹿城职业技术学校', { stages: [vocationalHigh], schoolType: vocational, classesPerGrade: 2 }],
  ['330109', '萧山职业技术学院', { stages: [college], schoolType: vocational, classesPerGrade: 2 }],
  ['330205', '江北职业技术学院', { stages: [college], schoolType: vocational, classesPerGrade: 2 }],
  ['330110', '余杭理工学院', { stages: [university], classesPerGrade: 1 }],
  ['330303', '龙湾科技学院', { stages: [university], classesPerGrade: 1 }],
  [
    '330203',
    '海曙五四制实验学校',
    { stages: [primary, juniorHigh], schoolSystem: SchoolSystem.code.fiveFour, classesPerGrade: 1 },
  ],
]

const DISTRICT_NAMES = new Map<string, string>(
  CITIES.flatMap(({ districts }) => districts.map(([id, name]) => [id, name])),
)

function rareSchool([regionId, name, rest]: (typeof RARE_SCHOOLS)[number], index: number): DemoOrg {
  return {
    provinceId: PROVINCE,
    cityId: `${regionId.slice(0, 4)}00`,
    regionId,
    key: `${regionId}-rare-${index}`,
    name,
    orgType: school,
    property: schoolIndependent,
    address: `${DISTRICT_NAMES.get(regionId)}文教路${100 + index}号`,
    schoolType: regular,
    schoolLevel: SchoolLevel.code.regular,
    cityProperty: urban,
    areaGrade: AreaGrade.code.good,
    monitoringCode: String(11 + index),
    ...rest,
  }
}

/** New ones go to the end: the others keep their ids and the names of their accounts. */
export const DEMO_ORGS: DemoOrg[] = [
  ...governmentPair('province', '浙江省', { provinceId: PROVINCE }),
  ...CITIES.flatMap((city) => governmentPair(city.id, city.name, { provinceId: PROVINCE, cityId: city.id })),
  ...CITIES.flatMap((city, cityIndex) =>
    city.districts.flatMap(([regionId, name], index) =>
      districtOrgs({ provinceId: PROVINCE, cityId: city.id, regionId }, name, cityIndex * 3 + index),
    ),
  ),
  ...CITIES.map((city, index) => ({
    provinceId: PROVINCE,
    cityId: city.id,
    regionId: city.districts[0][0],
    key: `${city.id}-social`,
    name: `${city.name.slice(0, -1)}明眸视力筛查中心`,
    orgType: social,
    property: OrgProperty.code.socialIndependent,
    address: `${city.name}光明路${30 + index}号`,
    hospitalType: HospitalType.code.specialist,
    ownership: HospitalOwnership.code.private,
  })),
  {
    provinceId: PROVINCE,
    cityId: '330100',
    regionId: '330106',
    key: 'pending-school',
    name: '西湖新城外国语学校',
    orgType: school,
    property: schoolIndependent,
    address: '西湖区新城路8号',
    stages: [primary, juniorHigh],
    schoolType: regular,
    schoolLevel: SchoolLevel.code.regular,
    status: ApprovalStatus.code.pending,
  },
  ...RARE_SCHOOLS.map(rareSchool),
]

const { admin, screener, gradeHead, classTeacher } = RoleType.code

/** The accounts named on the login page, in its order. */
const NAMED: DemoUser[] = [
  named('province01', '陈立群', 'province-教育', admin, '省教育厅管理员'),
  named('phealth01', '沈晓岚', 'province-卫健', admin, '省卫健委管理员（登录需短信验证码）'),
  named('city01', '王志远', '330100-教育', admin, '杭州市教育局管理员'),
  named('region01', '李雪梅', '330106-教育', admin, '西湖区教育局管理员'),
  named('school01', '周静', FIRST_SCHOOL, admin, '西湖实验小学管理员（校医）'),
  named('grade01', '吴国强', FIRST_SCHOOL, gradeHead, '西湖实验小学年级组长', false),
  named('teacher01', '郑晓燕', FIRST_SCHOOL, classTeacher, '西湖实验小学班主任', false),
  named('sscreen01', '孙丽', FIRST_SCHOOL, screener, '西湖实验小学筛查员', false),
  named('hospital01', '林文博', '330106-hospital', admin, '西湖人民医院管理员'),
  named('hscreen01', '何敏', '330106-hospital', screener, '西湖人民医院筛查员', false),
  named('social01', '高健', '330100-social', admin, '杭州明眸视力筛查中心管理员'),
  named('oscreen01', '罗欣', '330100-social', screener, '杭州明眸视力筛查中心筛查员', false),
  {
    account: 'nobound01',
    realName: '徐岩',
    org: null,
    roleType: admin,
    isSuper: false,
    description: '未绑定机构的账号',
  },
]

function named(
  account: string,
  realName: string,
  org: string,
  roleType: DemoUser['roleType'],
  description: string,
  isSuper = true,
): DemoUser {
  return { account, realName, org, roleType, isSuper, description }
}

const SURNAMES = [...'赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦许何吕张孔曹严金魏陶姜谢邹苏潘葛范彭']
const GIVEN = '志强 丽娜 晓明 雅琴 建国 思远 雨晴 文静 海燕 俊杰 佳慧 明轩 春梅 子涵 国栋 秀英'.split(' ')

/** Every other organisation has an administrator, each school also a class teacher. */
function otherUsers(): DemoUser[] {
  const taken = new Set(NAMED.filter(({ isSuper }) => isSuper).map(({ org }) => org))
  const users: DemoUser[] = []
  const add = (prefix: string, org: string, roleType: DemoUser['roleType'], isSuper: boolean) => {
    const number = users.length + 1
    const surname = SURNAMES[(number * 7) % SURNAMES.length]
    const given = GIVEN[(number * 5) % GIVEN.length]
    const account = `${prefix}${String(number).padStart(4, '0')}`
    users.push({ account, realName: `${surname}${given}`, org, roleType, isSuper })
  }
  const prefixes = { [school]: 'school', [hospital]: 'hospital', [government]: 'gov', [social]: 'social' }
  for (const org of DEMO_ORGS) {
    if (!taken.has(org.key)) add(prefixes[org.orgType], org.key, admin, true)
    if (org.orgType === school && org.status !== ApprovalStatus.code.pending)
      add('teacher', org.key, classTeacher, false)
  }
  return users
}

export const DEMO_USERS: DemoUser[] = [...NAMED, ...otherUsers()]
export const DEMO_ACCOUNTS = NAMED.map(({ account, description }) => ({
  account,
  description: description ?? '',
}))

/** A government account sees its own area; everybody else the own organisation. */
export function demoRange(org: DemoOrg | undefined) {
  const { province, city, region, own } = DataRangeType.code
  if (org?.orgType !== government) return { dataRangeType: own }
  return {
    dataRangeType: org.regionId ? region : org.cityId ? city : province,
    dataRangeProvinceId: org.provinceId,
    dataRangeCityId: org.cityId ?? null,
    dataRangeRegionId: org.regionId ?? null,
  }
}

/** A reserved-looking number that no person has: 199 0000 and a running number. */
export const demoPhone = (index: number): string => `1990000${String(index).padStart(4, '0')}`
