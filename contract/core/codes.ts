import { codeEnum } from './enums.ts'

/** The enumerations of spec §3 that more than one feature speaks. */
export const SchoolStage = codeEnum({
  kindergarten: [1, '幼儿园'],
  primary: [2, '小学'],
  juniorHigh: [3, '初中'],
  seniorHigh: [4, '普通高中'],
  vocationalHigh: [5, '职业高中'],
  college: [6, '大专'],
  university: [7, '本科'],
})
export const SCHOOL_STAGE_DEFAULT = SchoolStage.code.primary

/** How the nine years of compulsory school are split between primary and junior high. */
export const SchoolSystem = codeEnum({ sixThree: [63, '六三制'], fiveFour: [54, '五四制'] })

/** Organisation type of a user's organisation. */
export const OrgType = codeEnum({
  school: [10, '学校'],
  hospital: [20, '医院'],
  government: [30, '政府部门'],
  social: [40, '社会筛查机构'],
})

/** Organisation type in region trees: an area, or a school. */
export const OrgNodeType = codeEnum({
  province: [1, '省级区域'],
  city: [2, '市级区域'],
  region: [3, '区县区域'],
  school: [4, '学校'],
})

export const SchoolNewType = codeEnum({
  regular: [10, '普通学校'],
  martialArts: [15, '武术学校'],
  sports: [20, '体育学校'],
  arts: [25, '艺术学校'],
  special: [30, '特殊教育学校'],
  vocational: [35, '职业学校'],
})

export const SchoolLevel = codeEnum({
  regular: [10, '普通'],
  cityDemo: [15, '市示范'],
  cityFirst: [16, '市一级'],
  citySecond: [17, '市二级'],
  provincialFirst: [20, '省一级'],
  provincialSecond: [25, '省二级'],
  provincialThird: [30, '省三级'],
  provincialDemo: [35, '省示范'],
  national: [40, '国家级'],
})

export const CityProperty = codeEnum({ urban: [0, '城区'], township: [1, '乡镇'] })
/** Also the coding of the monitoring point ("control code"). */
export const AreaType = codeEnum({ urban: [1, '城区'], township: [2, '乡镇'] })
/** Economic grade of an area or school. */
export const AreaGrade = codeEnum({ good: [1, '好'], medium: [2, '中'], poor: [3, '差'] })

export const HospitalType = codeEnum({ specialist: [10, '专科医院'], general: [15, '综合医院'] })
export const HospitalLevel = codeEnum({
  grade1A: [16, '一级甲等'],
  grade1B: [17, '一级乙等'],
  grade1C: [18, '一级丙等'],
  specialist1: [19, '一级专科'],
  grade2A: [26, '二级甲等'],
  grade2B: [27, '二级乙等'],
  grade2C: [28, '二级丙等'],
  specialist2: [29, '二级专科'],
  grade3A: [36, '三级甲等'],
  grade3B: [37, '三级乙等'],
  grade3C: [38, '三级丙等'],
  specialist3: [39, '三级专科'],
})
export const HospitalOwnership = codeEnum({
  public: [10, '公立'],
  private: [15, '民营'],
  clinic: [20, '视光中心'],
})

export const OrgProperty = codeEnum({
  schoolIndependent: [10, '独立学校'],
  schoolGroup: [20, '集团学校'],
  hospitalIndependent: [30, '独立医院'],
  hospitalGroup: [40, '集团医院'],
  socialIndependent: [45, '独立社会机构'],
  socialGroup: [46, '集团社会机构'],
  educationBureau: [50, '教育局'],
  healthCommission: [55, '卫健委'],
})

/** Which properties an organisation of a type can have. */
export const PROPERTIES_OF_ORG_TYPE = {
  [OrgType.code.school]: [OrgProperty.code.schoolIndependent, OrgProperty.code.schoolGroup],
  [OrgType.code.hospital]: [OrgProperty.code.hospitalIndependent, OrgProperty.code.hospitalGroup],
  [OrgType.code.government]: [OrgProperty.code.educationBureau, OrgProperty.code.healthCommission],
  [OrgType.code.social]: [OrgProperty.code.socialIndependent, OrgProperty.code.socialGroup],
} as const

export const ApprovalStatus = codeEnum({
  pending: [0, '待审核'],
  passed: [1, '已通过'],
  rejected: [2, '已拒绝'],
})
export const Sex = codeEnum({ male: [1, '男'], female: [2, '女'] })
export const YesNo = codeEnum({ no: [0, '否'], yes: [1, '是'] })

export const StudentType = codeEnum({
  mainland: [1, '大陆（有身份证）'],
  nonMainland: [2, '非大陆'],
  mainlandWithoutId: [3, '大陆（无身份证）'],
})
export const StudentStatus = codeEnum({ own: [10, '本校'], other: [15, '他校'], none: [20, '无学籍'] })
export const HistoryStatus = codeEnum({ transferredOut: [10, '已转出'], graduated: [20, '已毕业'] })

export const ScreeningSituation = codeEnum({
  all: [-1, '全部'],
  notScreened: [0, '未筛查'],
  screened: [1, '已筛查'],
  valid: [2, '有效'],
  invalid: [3, '无效'],
})
export const EyeSituation = codeEnum({
  normal: [1, '正常'],
  myopia: [2, '近视'],
  hyperopia: [3, '远视'],
  astigmatism: [4, '散光'],
})
export const Glasses = codeEnum({
  none: [1, '未戴镜'],
  frame: [2, '框架眼镜'],
  contact: [3, '隐形眼镜'],
  orthoK: [4, '角膜塑形镜'],
})
export const ScreeningItemType = codeEnum({
  skipped: [0, '不检'],
  mandatory: [1, '必检'],
  optional: [2, '选检'],
})
export const RateIndicator = codeEnum({
  myopia: [0, '近视率'],
  maleMyopia: [1, '男生近视率'],
  femaleMyopia: [2, '女生近视率'],
  highMyopia: [3, '高度近视率'],
  maleHighMyopia: [4, '男生高度近视率'],
  femaleHighMyopia: [5, '女生高度近视率'],
  poorVision: [6, '视力不良率'],
  // Ours, in addition to those of the spec.
  visitedIn30: [7, '30日转诊复查率'],
  visitedIn90: [8, '90日转诊复查率'],
})
export const UploadTaskKind = codeEnum({
  roster: [0, '学生名单导入'],
  classDivision: [1, '学年分班导入'],
  caries: [2, '龋齿筛查数据导入'],
  screening: [3, '筛查数据导入'],
})

export const RoleType = codeEnum({
  admin: [20, '管理员'],
  screener: [30, '筛查员'],
  gradeHead: [40, '年级组长'],
  classTeacher: [45, '班主任'],
})

/** Spec §6. The social organisations take part like hospitals. */
export const ASSIGNABLE_ROLES = {
  [OrgType.code.school]: [
    RoleType.code.admin,
    RoleType.code.screener,
    RoleType.code.gradeHead,
    RoleType.code.classTeacher,
  ],
  [OrgType.code.hospital]: [RoleType.code.admin, RoleType.code.screener],
  [OrgType.code.government]: [RoleType.code.admin],
  [OrgType.code.social]: [RoleType.code.admin, RoleType.code.screener],
} as const satisfies Record<number, readonly number[]>

export const DataRangeType = codeEnum({
  province: [1, '全省'],
  city: [2, '全市'],
  region: [3, '全区县'],
  own: [4, '本机构'],
})

/** SMS purposes: 17 and 25 are the spec's, 26 and 27 are ours (assumption A-03). */
export const SmsType = codeEnum({
  login: [17, '登录'],
  resetPassword: [25, '重置密码'],
  changePhone: [26, '更换手机'],
  register: [27, '机构注册'],
})

/** How an item is made (spec §3 "Export item"). */
export const ExportItemType = codeEnum({
  excel: ['excel', '表格'],
  print: ['print', '打印'],
  childPrint: ['childPrint', '单人打印'],
  excelCode: ['excelCode', '编码表格'],
  rec: ['rec', '记录表'],
})
