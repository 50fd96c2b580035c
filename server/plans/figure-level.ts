import { codeEnum } from '#contract/core/enums.ts'

/** What the rows of the tables of figures are about: a question is answered at the level with the fewest of them. */
export const FigureLevel = codeEnum({
  class: [1, '班级'],
  school: [2, '学校'],
  /** By stage and grade. */
  area: [3, '区域各年级'],
  areaAge: [4, '区域各年龄'],
  task: [5, '任务'],
  areaStage: [6, '区域各学段'],
  areaTotal: [7, '区域合计'],
})
