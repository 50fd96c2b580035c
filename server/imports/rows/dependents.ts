/** What can have happened to somebody since an import wrote them; it keeps the whole batch from being taken back. */
const CHANGES_SINCE = {
  screened: '已有筛查结果',
  transferPending: '有待审核的转学申请',
  left: '已转出或毕业',
  classChanged: '已调班',
  photographed: '已采集照片',
  edited: '信息已被修改',
  screeningNoted: '已登记筛查情况',
  transferDecided: '有转学申请记录',
  classClosed: '原班级已停用',
  numberTaken: '原号码已被他人使用',
  namesakeEnrolled: '已另有同名、同性别、同出生日期的学生',
  retestDrawn: '已抽取复测',
  resultChanged: '结果又有修改',
} as const
export type ChangeSince = keyof typeof CHANGES_SINCE

/** One of the first few by name, and how many there are. */
export type Dependent = { name: string; change: ChangeSince; total: number }

export function dependentsMessage(dependents: readonly Dependent[]): string {
  const [first] = dependents
  const named = dependents.map(({ name, change }) => `${name}（${CHANGES_SINCE[change]}）`).join('、')
  const more = (first?.total ?? 0) > dependents.length ? ` 等 ${first?.total} 名学生` : ''
  return `不能撤销：导入之后 ${named}${more}有了新的变化`
}
