import { codeEnum } from '#contract/core/enums.ts'

export const MeasuredEye = codeEnum({ right: [1, '右眼'], left: [2, '左眼'] })
