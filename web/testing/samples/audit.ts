import type { AuditPage, AuditRow } from '#contract/audit/schemas.ts'

/** A teacher of the sample school opened the file of a child. */
export const auditRow = (change: Partial<AuditRow> = {}): AuditRow => ({
  auditId: 501,
  at: '2026-11-16T01:30:00.000Z',
  account: 'teacher01',
  realName: '孙老师',
  orgName: '文一路小学',
  action: '查看学生档案',
  objectType: '学生',
  object: '张*明（文一路小学）',
  whole: null,
  note: null,
  success: true,
  result: '成功',
  ip: '10.1.2.3',
  ...change,
})

export const auditPage = (list: AuditRow[], change: Partial<AuditPage> = {}): AuditPage => ({
  list,
  total: list.length,
  more: false,
  pageNum: 1,
  pageSize: 20,
  studentName: null,
  ...change,
})
