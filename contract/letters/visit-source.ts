import { type CodeOf, codeEnum } from '../core/enums.ts'

/** By whom a visit to a hospital was recorded; the page of a family shows what it and the hospital did. */
export const VisitSource = codeEnum({
  hospital: [1, '医院登记'],
  family: [2, '家长填报'],
  school: [3, '学校登记'],
})
export type VisitSourceCode = CodeOf<typeof VisitSource>
