// What a doctor does about the eyes of a child.
import { type CodeOf, codeEnum } from '../core/enums.ts'

export const Treatment = codeEnum({
  frame: [1, '框架眼镜'],
  orthoK: [2, '角膜塑形镜'],
  atropine: [3, '低浓度阿托品'],
  watch: [4, '观察'],
  other: [9, '其他'],
})
export type TreatmentCode = CodeOf<typeof Treatment>
