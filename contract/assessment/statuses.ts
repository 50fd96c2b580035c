import { codeEnum } from '../core/enums.ts'

/** 草稿 → 发布 → 截止; what is published of the results stands beside it. */
export const AssessPlanStatus = codeEnum({
  draft: [0, '草稿'],
  published: [1, '已发布'],
  closed: [2, '已截止'],
})

/** Who is assessed: the bodies of the areas directly below, or the schools or screening organisations of the own area. */
export const AssessObject = codeEnum({
  city: [1, '设区市'],
  region: [2, '区县'],
  school: [3, '学校'],
  executor: [4, '筛查机构'],
})

/** Of one unit in one plan. 初评通过 only where a second reviewer has to confirm. */
export const ApplicationStatus = codeEnum({
  draft: [0, '填报中'],
  submitted: [1, '已提交'],
  returned: [2, '已退回'],
  firstPassed: [3, '初评通过'],
  passed: [4, '已通过'],
})

export const AppealStatus = codeEnum({
  open: [0, '待答复'],
  accepted: [1, '已采纳'],
  declined: [2, '未采纳'],
})

/** 初评 and, where the plan asks for it, 复评 by another person; what an objection corrected stands last. */
export const ReviewRound = codeEnum({ first: [1, '初评'], second: [2, '复评'], corrected: [3, '异议更正'] })
