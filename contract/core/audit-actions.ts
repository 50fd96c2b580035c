import { messageOf, REFUSALS, type RefusalName } from './error-codes.ts'

/** Groups of acts, as the filter of the audit log offers them. */
export const AUDIT_KINDS = {
  signIn: '登录与密码',
  account: '账号与权限',
  personal: '查看学生信息',
  roster: '学生与班级',
  org: '机构',
  plan: '计划与任务',
  record: '筛查数据',
  import: '导入',
  export: '导出',
  report: '报告',
  approval: '审核',
  assess: '考核',
  device: '设备',
  message: '消息',
  audit: '审计',
  denied: '越权访问',
} as const
export type AuditKind = keyof typeof AUDIT_KINDS
export const AUDIT_KIND_NAMES = Object.keys(AUDIT_KINDS) as [AuditKind, ...AuditKind[]]

const of = <K extends AuditKind>(kind: K, label: string) => ({ kind, label }) as const

/**
 * Every act that the trail knows, in words. An endpoint names its act by a key of this list, so one without words does
 * not compile. Acts that are no longer written stay: the trail still has them.
 */
export const AUDIT_ACTIONS = {
  'session.login': of('signIn', '登录'),
  'session.loginBySms': of('signIn', '短信验证码登录'),
  'session.secondStep': of('signIn', '密码正确，等待短信验证'),
  'session.logout': of('signIn', '退出登录'),
  'session.signOutOthers': of('signIn', '退出其他设备的登录'),
  'sms.send': of('signIn', '发送短信验证码'),
  'sms.verify': of('signIn', '校验短信验证码'),
  'password.change': of('signIn', '修改密码'),
  'password.reset': of('signIn', '短信重置密码'),
  'account.changePhone': of('signIn', '更换手机号码'),
  'secondStep.start': of('signIn', '开始设置身份验证器'),
  'secondStep.enrol': of('signIn', '启用身份验证器'),
  'secondStep.disable': of('signIn', '停用身份验证器'),
  'secondStep.renewCodes': of('signIn', '重新生成恢复码'),

  'account.add': of('account', '新增账号'),
  'account.edit': of('account', '编辑账号'),
  'account.setEnabled': of('account', '停用或启用账号'),
  'account.unlock': of('account', '解除登录锁定'),
  'account.resetPassword': of('account', '重置账号密码'),
  'account.resetSecondStep': of('account', '重置账号的身份验证器'),
  'account.grant': of('account', '分配账号权限'),
  'account.classes': of('account', '分配教师的班级与年级'),
  'admin.create': of('account', '用服务器命令建立管理员'),
  'admin.resetPassword': of('account', '用服务器命令重置密码'),
  'admin.resetSecondStep': of('account', '用服务器命令重置身份验证器'),
  'secondStep.policy': of('account', '修改二次验证要求'),

  'student.view': of('personal', '查看学生档案'),
  'student.reveal': of('personal', '查看完整姓名、证件号与电话'),
  'student.names': of('personal', '查看完整姓名'),
  'student.viewFace': of('personal', '查看人脸照片'),
  'student.print': of('personal', '打印学生档案'),
  'record.view': of('personal', '查看筛查结果'),
  'record.print': of('personal', '打印筛查表'),
  'record.list': of('personal', '查看筛查名单'),
  'letter.print': of('personal', '打印告知书'),
  'letter.list': of('personal', '查看告知书回执'),
  'letter.preview': of('personal', '用一名学生预览告知书模板'),
  'letter.open': of('personal', '家长查看告知书'),
  'letter.acknowledge': of('personal', '家长确认知晓'),
  'visit.open': of('personal', '凭告知书查看学生以登记就诊'),
  'visit.list': of('personal', '查看本院登记的就诊'),
  'warning.list': of('personal', '查看预警名单'),
  'warning.view': of('personal', '查看预警详情'),
  'import.rowView': of('personal', '查看导入行的完整内容'),

  'student.add': of('roster', '新增学生'),
  'student.edit': of('roster', '编辑学生'),
  'student.rename': of('roster', '学生更名'),
  'student.delete': of('roster', '删除学生'),
  'student.move': of('roster', '校内调班'),
  'student.leave': of('roster', '办理转出或毕业'),
  'student.recover': of('roster', '恢复学生'),
  'student.advance': of('roster', '学年升级'),
  'student.undoAdvance': of('roster', '撤销升级'),
  'student.consent': of('roster', '登记人脸采集同意书'),
  'student.face': of('roster', '上传人脸照片'),
  'student.removeFace': of('roster', '删除人脸照片'),
  'transfer.apply': of('roster', '提交转学申请'),
  'class.add': of('roster', '新增班级'),
  'class.edit': of('roster', '修改班级名称'),
  'class.delete': of('roster', '删除班级'),
  'grade.add': of('roster', '新增年级'),
  'grade.edit': of('roster', '更正年级'),
  'grade.delete': of('roster', '删除年级'),

  'org.register': of('org', '机构自助注册'),
  'org.edit': of('org', '编辑机构信息'),
  'org.contact': of('org', '查看机构联系电话'),
  'org.delete': of('org', '删除机构'),
  'org.changeTerms': of('org', '变更机构授权'),
  'org.extend': of('org', '批量续期机构'),
  'admin.extendOrg': of('org', '用服务器命令更改机构有效期'),
  'school.add': of('org', '新增学校'),
  'hospital.add': of('org', '新增医院或社会筛查机构'),
  'hospital.bind': of('org', '绑定或解除服务的学校'),

  'plan.add': of('plan', '新增筛查计划'),
  'plan.edit': of('plan', '编辑筛查计划'),
  'plan.publish': of('plan', '发布筛查计划'),
  'plan.end': of('plan', '结束筛查计划'),
  'plan.reopen': of('plan', '重新开启筛查计划'),
  'plan.archive': of('plan', '归档筛查计划'),
  'plan.delete': of('plan', '删除草稿计划'),
  'task.add': of('plan', '新增筛查任务'),
  'task.edit': of('plan', '调整筛查任务'),
  'task.start': of('plan', '开始筛查任务'),
  'task.sync': of('plan', '同步任务名单'),
  'task.complete': of('plan', '完成筛查任务'),
  'task.reopen': of('plan', '重新开启筛查任务'),
  'task.delete': of('plan', '删除筛查任务'),

  'record.save': of('record', '录入筛查结果'),
  'letter.template': of('record', '保存告知书模板'),
  'letter.withdraw': of('record', '作废告知书二维码'),
  'letter.remind': of('record', '提醒家长确认告知书'),
  'visit.record': of('record', '登记就诊'),
  'visit.family': of('record', '家长登记就诊'),
  'visit.withdraw': of('record', '撤销就诊登记'),
  'warning.notify': of('record', '登记已通知家长'),
  'warning.remind': of('record', '提醒班主任联系家长'),
  'warning.act': of('record', '登记干预'),
  'warning.close': of('record', '关闭预警'),
  'warning.reopen': of('record', '重新打开预警'),
  'warning.setting': of('record', '保存预警规则'),
  'record.resolveConflict': of('record', '处理不一致的数据'),
  'record.saveNumbers': of('record', '修改监测编号'),
  'record.fillNumbers': of('record', '补齐监测编号'),
  'record.applyCorrection': of('record', '申请更正筛查结果'),
  'retest.draw': of('record', '抽取复测学生'),
  'retest.save': of('record', '录入复测结果'),
  'device.readings': of('record', '设备上传筛查结果'),

  'import.template': of('import', '下载导入模板'),
  'import.roster': of('import', '上传学生名单'),
  'import.division': of('import', '上传学年分班表'),
  'import.screening': of('import', '上传筛查数据'),
  'import.caries': of('import', '上传龋齿筛查数据'),
  'import.read': of('import', '查看导入结果'),
  'import.correct': of('import', '在线更正导入行'),
  'import.recheck': of('import', '重新检查导入'),
  'import.commit': of('import', '确认写入导入'),
  'import.undo': of('import', '撤销整批导入'),
  'import.cancel': of('import', '取消导入'),
  'import.hide': of('import', '关闭导入任务'),
  'import.delete': of('import', '删除导入任务'),
  'import.errorWorkbook': of('import', '下载导入错误表'),
  'import.applyTransfer': of('import', '为导入行申请转入'),

  'export.students': of('export', '导出学生名单'),
  'export.schools': of('export', '导出学校列表'),
  'export.history': of('export', '导出转出与毕业学生'),
  'export.results': of('export', '导出筛查结果'),
  'export.national': of('export', '导出教育部上报表'),
  'export.healthText': of('export', '导出常见病监测表（文字）'),
  'export.healthCode': of('export', '导出常见病监测表（编码）'),
  'export.healthRec': of('export', '导出常见病监测表（REC）'),
  'export.warnings': of('export', '导出预警学生名单'),
  'export.unitWarnings': of('export', '导出预警单位名单'),
  'export.progress': of('export', '导出进度表'),
  'export.rates': of('export', '导出比率表'),
  'export.docking': of('export', '数据对接取走学生名单'),
  'export.check': of('export', '上报前检查'),
  'export.start': of('export', '提交后台导出'),
  'export.cancel': of('export', '取消后台导出'),
  'export.hide': of('export', '关闭导出任务'),
  'export.delete': of('export', '删除导出任务'),
  'export.file': of('export', '下载后台导出的文件'),

  'report.download': of('report', '下载报告'),
  'report.writeText': of('report', '填写报告文字'),
  'report.freeze': of('report', '冻结报告'),
  'report.openFrozen': of('report', '查看冻结的报告'),
  'report.compareFrozen': of('report', '比较冻结之后的变化'),
  'report.withdraw': of('report', '作废冻结的报告'),
  'reportDesign.save': of('report', '保存自定义报告'),
  'reportDesign.rename': of('report', '重命名自定义报告'),
  'reportDesign.share': of('report', '共享自定义报告'),
  'reportDesign.delete': of('report', '删除自定义报告'),

  'approval.decide': of('approval', '审核'),
  'approval.resubmit': of('approval', '重新提交机构审核'),

  'assess.savePlan': of('assess', '保存考核计划'),
  'assess.publishPlan': of('assess', '发布考核计划'),
  'assess.closePlan': of('assess', '提前截止考核申报'),
  'assess.deletePlan': of('assess', '删除考核计划草稿'),
  'assess.publishResults': of('assess', '公布考核结果'),
  'assess.score': of('assess', '评审打分'),
  'assess.grantLate': of('assess', '准予补报'),
  'assess.answerAppeal': of('assess', '答复异议'),
  'assess.saveAnswer': of('assess', '填写考核自评'),
  'assess.upload': of('assess', '上传佐证材料'),
  'assess.removeFile': of('assess', '删除佐证材料'),
  'assess.openFile': of('assess', '查看佐证材料'),
  'assess.submit': of('assess', '提交考核申报'),
  'assess.appeal': of('assess', '对考核结果提出异议'),
  'export.assessRanking': of('export', '导出考核结果'),

  'device.add': of('device', '登记设备'),
  'device.edit': of('device', '编辑设备'),
  'device.setStatus': of('device', '停用或启用设备'),
  'device.renewKey': of('device', '更换设备密钥'),
  'device.delete': of('device', '删除设备'),

  'message.send': of('message', '发送消息'),
  'message.read': of('message', '消息标为已读'),

  'audit.view': of('audit', '查看审计日志'),
  'export.audit': of('audit', '导出审计日志'),

  'access.denied': of('denied', '越权访问被拒绝'),
} as const satisfies Record<string, { kind: AuditKind; label: string }>

export type AuditAction = keyof typeof AUDIT_ACTIONS
const NAMES = Object.keys(AUDIT_ACTIONS) as AuditAction[]

const entryOf = (action: string) =>
  action in AUDIT_ACTIONS ? AUDIT_ACTIONS[action as AuditAction] : undefined

/** An act of an older version that has no words any more shows its name. */
export const auditLabel = (action: string): string => entryOf(action)?.label ?? action

export const auditActionsOf = (kind: AuditKind): AuditAction[] =>
  NAMES.filter((name) => AUDIT_ACTIONS[name].kind === kind)

/** What a row is about. */
const AUDIT_OBJECTS: Readonly<Record<string, string>> = {
  student: '学生',
  record: '历史档案',
  org: '机构',
  user: '账号',
  plan: '筛查计划',
  task: '筛查任务',
  class: '班级',
  grade: '年级',
  approval: '审核单',
  device: '设备',
  import: '导入任务',
  export: '导出',
  message: '消息',
  reportDesign: '自定义报告',
  frozenReport: '冻结的报告',
  sms: '短信',
  endpoint: '功能',
  visit: '就诊登记',
  assessPlan: '考核计划',
  assessApplication: '考核申报',
  audit: '审计日志',
}
export const auditObjectLabel = (type: string): string => AUDIT_OBJECTS[type] ?? type

/** Their own sentences name people and figures, which the trail does not keep. */
const REFUSAL_WORDS: Record<RefusalName, string> = {
  changedMeanwhile: '数据已被他人修改',
  notInThisState: '当前状态不允许',
  previewOutdated: '预览已过时',
  tooManyOpenExports: '未完成的导出任务过多',
  smsTooSoon: '短信发送过于频繁',
  tooManyReveals: '查看完整信息的次数已到上限',
  tooManyNumberSearches: '按号码查找的次数已到上限',
  neededInFull: '需要完整号码，本账号不能导出',
  wrongTotpCode: '动态验证码不正确',
}
const REFUSALS_BY_CODE = new Map<number, string>(
  Object.entries(REFUSAL_WORDS).map(([name, words]) => [REFUSALS[name as RefusalName], words]),
)

/** How a call ended, in words for somebody who was not there. */
export function auditResult({ success, code }: { success: boolean; code: number }): string {
  if (success) return '成功'
  if (code === 700) return '不符合规则，未执行'
  return REFUSALS_BY_CODE.get(code) ?? messageOf(code, '未执行')
}
