/**
 * The permission catalogue. Numbers stand here once; everything else speaks names.
 * Holders are profiles: G government (P province, C city, D district), S school, H hospital, O social
 * organisation; second letter for these: A admin, S screener, G grade head, T class teacher.
 */
export const PROFILES = ['GP', 'GC', 'GD', 'SA', 'SS', 'SG', 'ST', 'HA', 'HS', 'OA', 'OS'] as const
export type Profile = (typeof PROFILES)[number]

export type PermissionKind = 'menu' | 'button'
export type PermissionEntry = {
  readonly id: number
  readonly label: string
  readonly kind: PermissionKind
  readonly parent: string | null
  readonly holders: readonly Profile[]
}

const GOV = 'GP GC GD'
const ADMINS = `${GOV} SA HA OA`
const TAKING_PART = 'SA SS HA HS OA OS'
const EVERYONE = PROFILES.join(' ')

function entry(kind: PermissionKind, id: number, label: string, parent: string | null, holders: string) {
  return { id, label, kind, parent, holders: holders.split(' ') as Profile[] } satisfies PermissionEntry
}
const menu = (id: number, label: string, parent: string | null, holders: string) =>
  entry('menu', id, label, parent, holders)
const button = (id: number, label: string, parent: string, holders: string) =>
  entry('button', id, label, parent, holders)

export const PERMISSIONS = {
  overview: menu(1254, '数据总览', null, GOV),
  overviewTwo: menu(1310, '普查总览', null, GOV),
  overviewThree: menu(1311, '多屏总览', null, 'GP GC'),
  overviewFour: menu(1317, '学校驾驶舱', null, 'SA'),
  overviewFive: menu(1320, '筛查机构驾驶舱', null, 'HA OA'),

  schools: menu(1017, '学校管理', null, `${GOV} SA SG ST`),
  schoolAdd: button(2008, '新增学校', 'schools', GOV),
  schoolEdit: button(2009, '编辑学校', 'schools', GOV),
  schoolDelete: button(2010, '删除学校', 'schools', GOV),
  exportSchools: button(2030, '导出学校列表', 'schools', GOV),
  students: menu(1045, '学生管理', 'schools', `${GOV} SA SG ST`),
  studentView: menu(1046, '查看学生', 'students', `${GOV} SA SG ST`),
  studentAdd: button(1047, '新增学生', 'students', 'GD SA'),
  studentEdit: button(1048, '编辑学生', 'students', 'GD SA SG ST'),
  rosterManage: button(2011, '管理年级与班级', 'students', 'GD SA'),
  studentDelete: button(2012, '删除学生', 'students', 'GD SA'),
  studentTransfer: button(2013, '调班与转学申请', 'students', 'GD SA'),
  studentLeave: button(2014, '办理转出与毕业', 'students', 'GD SA'),
  studentPromote: button(2015, '学年升级', 'students', 'GD SA'),
  importMainland: button(2022, '导入有身份证的大陆学生', 'students', 'GD SA'),
  importNonMainland: button(2023, '导入非大陆学生', 'students', 'GD SA'),
  importWithoutId: button(2024, '导入无身份证的大陆学生', 'students', 'GD SA'),
  importDivision: button(2025, '导入学年分班', 'students', 'GD SA'),
  exportStudents: button(2028, '导出学生名单', 'students', `${GOV} SA`),
  exportPersonal: button(2029, '导出完整证件号与电话', 'students', 'GD SA'),
  studentReveal: button(2016, '查看完整姓名证件号与电话', 'studentView', `${GOV} SA`),
  studentFace: button(2017, '采集人脸照片', 'studentView', 'SA'),
  studentHistory: menu(1136, '转出与毕业学生', 'schools', `${GOV} SA SG ST`),
  studentHistoryInfo: menu(1137, '历史学生档案', 'schools', `${GOV} SA SG ST`),

  exportHistory: button(2031, '导出转出与毕业学生', 'studentHistory', `${GOV} SA`),
  studentRecover: button(2018, '恢复学生', 'studentHistory', 'GD SA'),

  hospitals: menu(1003, '医院管理', null, `${GOV} HA`),
  hospitalEdit: button(2019, '维护医院与绑定学校', 'hospitals', GOV),
  socialOrgs: menu(1239, '社会筛查机构管理', null, `${GOV} OA`),
  socialOrgEdit: button(2020, '维护社会机构与绑定学校', 'socialOrgs', GOV),

  screening: menu(1051, '筛查管理', null, `${GOV} SA SS SG ST HA HS OA OS`),
  plans: menu(1052, '筛查计划', 'screening', GOV),
  plansTakingPart: menu(1223, '参与的筛查计划', 'screening', TAKING_PART),
  planDetail: menu(1056, '计划详情', 'screening', GOV),
  planDetailTakingPart: menu(1224, '参与计划的详情', 'screening', TAKING_PART),
  planAdd: button(1053, '新增计划', 'screening', GOV),
  planEdit: button(1057, '编辑计划', 'screening', GOV),
  cityProgress: menu(1122, '市级进度明细', 'screening', GOV),
  regionProgress: menu(1123, '区县进度明细', 'screening', GOV),
  planIntake: menu(1059, '计划数据接入', 'screening', GOV),
  planIntakeTakingPart: menu(1227, '参与计划的数据接入', 'screening', TAKING_PART),
  taskNumbers: menu(1151, '任务数明细', 'screening', GOV),
  taskNumbersTakingPart: menu(1152, '参与任务数明细', 'screening', TAKING_PART),
  indicators: menu(1132, '指标明细', 'screening', GOV),
  indicatorsTakingPart: menu(1228, '参与计划的指标明细', 'screening', TAKING_PART),
  tasks: menu(1061, '筛查任务', 'screening', GOV),
  tasksTakingPart: menu(1220, '承担的筛查任务', 'screening', `${TAKING_PART} SG ST`),
  taskAdd: button(1062, '新增任务', 'screening', `${GOV} SA`),
  taskEdit: button(1071, '编辑任务', 'screening', GOV),
  taskDetail: menu(1070, '任务详情', 'screening', GOV),
  taskDetailTakingPart: menu(1219, '承担任务的详情', 'screening', `${TAKING_PART} SG ST`),
  classDetail: menu(1078, '班级筛查详情', 'screening', GOV),
  importScreening: button(2026, '导入筛查数据', 'screening', `GD ${TAKING_PART}`),
  importCaries: button(2027, '导入龋齿筛查数据', 'screening', `GD ${TAKING_PART}`),
  classDetailTakingPart: menu(1230, '承担班级的筛查详情', 'screening', `${TAKING_PART} SG ST`),

  taskRun: button(2033, '开始同步与完成任务', 'screening', `${GOV} SA HA OA`),
  recordEnter: button(2034, '录入筛查数据', 'screening', TAKING_PART),
  retestRun: button(2035, '抽取与录入复测', 'screening', TAKING_PART),
  printLetters: button(2064, '打印告知书', 'screening', `${TAKING_PART} SG ST`),
  letterTracking: button(2065, '告知书回执', 'screening', 'SA SS SG ST'),
  letterTemplates: button(2066, '告知书模板', 'screening', GOV),
  visitRecord: button(2070, '登记就诊', 'screening', 'SA SG ST HA HS'),
  exportResults: button(2037, '导出筛查结果', 'screening', `${GOV} SA HA OA`),
  exportHealth: button(2038, '导出卫健委专用表', 'screening', GOV),
  exportReturn: button(2039, '导出教育部上报表', 'screening', `${GOV} SA`),

  reports: menu(1083, '报告管理', null, `${GOV} SA SG ST`),
  provinceReport: menu(1306, '省级报告', 'reports', 'GP'),
  cityReport: menu(1084, '市级报告', 'reports', 'GP GC'),
  regionReport: menu(1102, '区县报告', 'reports', GOV),
  schoolReport: menu(1179, '学校报告', 'reports', `${GOV} SA`),
  gradeReport: menu(1180, '年级报告', 'reports', `${GOV} SA SG`),
  classReport: menu(1181, '班级报告', 'reports', `${GOV} SA SG ST`),
  contrastReport: menu(1182, '对比报告', 'reports', `${GOV} SA`),
  designReport: menu(1183, '自定义报告', 'reports', GOV),
  freezeReport: button(2040, '冻结报告', 'reports', `${GOV} SA`),
  writeReportText: button(2041, '填写报告文字', 'reports', `${GOV} SA SG ST`),

  approveOrgs: menu(1255, '机构审核', null, GOV),
  approveTransfers: menu(1256, '转学审核', null, `${GOV} SA`),
  approveCorrections: menu(1265, '筛查数据更正审核', null, GOV),
  approveAssessments: menu(1312, '考核申报审核', null, GOV),

  warnings: menu(1324, '预警管理', null, `${GOV} SA SG ST HA OA`),
  warningAct: button(2067, '处理预警', 'warnings', `${GOV} SA SG ST`),
  exportWarnings: button(2069, '导出预警名单', 'warnings', `${GOV} SA SG ST HA OA`),
  warningSettings: button(2068, '预警规则设置', 'warnings', GOV),

  authority: menu(1103, '权限管理', null, ADMINS),
  accountAdd: button(2001, '新增账号', 'authority', ADMINS),
  accountEdit: button(2002, '编辑账号', 'authority', ADMINS),
  accountDisable: button(2003, '停用与启用账号', 'authority', ADMINS),
  accountUnlock: button(2004, '解锁账号', 'authority', ADMINS),
  accountResetPassword: button(2005, '重置账号密码', 'authority', ADMINS),
  accountGrant: button(2006, '分配账号权限', 'authority', ADMINS),
  secondStepPolicy: button(2063, '二次验证要求', 'authority', 'GP'),
  accountClasses: button(2021, '分配教师的班级与年级', 'authority', `${GOV} SA`),
  auditLog: button(2060, '查看审计日志', 'authority', ADMINS),
  exportAudit: button(2061, '导出审计日志', 'authority', ADMINS),
  orgTerms: button(2062, '机构授权', 'authority', GOV),

  myAccount: menu(1110, '账号管理', null, EVERYONE),
  orgInformation: menu(1113, '机构信息', null, EVERYONE),
  orgInformationEdit: button(2007, '编辑机构信息', 'orgInformation', ADMINS),
  myAccountEntry: button(1119, '我的账号', 'myAccount', EVERYONE),
  orgInformationEntry: button(1120, '机构信息入口', 'orgInformation', EVERYONE),

  messages: menu(1169, '消息通知', null, EVERYONE),
  messageSend: button(2032, '发送消息', 'messages', ADMINS),
  devices: menu(1174, '设备管理', null, ADMINS),
  deviceEdit: button(2036, '登记与管理设备', 'devices', ADMINS),
  assessments: menu(1285, '考核管理', null, ADMINS),
  assessmentPlans: menu(1286, '考核计划', 'assessments', GOV),
  assessmentPlanEdit: button(2071, '制定与公布考核', 'assessmentPlans', GOV),
  exportAssessments: button(2072, '导出考核结果', 'assessmentPlans', GOV),
  assessmentApplications: menu(1287, '考核申报', 'assessments', ADMINS),
} as const satisfies Record<string, PermissionEntry>

export type PermissionName = keyof typeof PERMISSIONS
export const PERMISSION_NAMES = Object.keys(PERMISSIONS) as PermissionName[]

const NAMES_BY_ID = new Map<number, PermissionName>(
  PERMISSION_NAMES.map((name) => [PERMISSIONS[name].id, name] as const),
)
export const permissionNameOf = (id: number): PermissionName | undefined => NAMES_BY_ID.get(id)
export const permissionId = (name: PermissionName): number => PERMISSIONS[name].id

/** A permission in the tree of menus and buttons. */
export function permissionNode(name: PermissionName) {
  const { id, label, kind, parent } = PERMISSIONS[name]
  return { id, name: label, kind, parentId: parent ? permissionId(parent as PermissionName) : null }
}

/** Without its menu a button is nothing: what has lost a parent is lost as well. */
export function withParents(names: Iterable<PermissionName>): Set<PermissionName> {
  const held = new Set(names)
  const rooted = (name: PermissionName): boolean => {
    const parent = PERMISSIONS[name].parent as PermissionName | null
    return held.has(name) && (parent === null || rooted(parent))
  }
  return new Set([...held].filter(rooted))
}

/** The permission ids a profile holds unless its organisation's permission group says otherwise. */
export function defaultPermissionIds(profile: Profile): number[] {
  return PERMISSION_NAMES.filter((name) =>
    (PERMISSIONS[name].holders as readonly Profile[]).includes(profile),
  ).map(permissionId)
}
