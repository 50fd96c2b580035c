// The parts of the editor, in their order.
export const STEP_NAMES = ['basics', 'indicators', 'units', 'grades', 'overview'] as const
export type StepName = (typeof STEP_NAMES)[number]

export const STEP_TITLES: Record<StepName, string> = {
  basics: '基本信息',
  indicators: '指标体系',
  units: '考核对象',
  grades: '等次',
  overview: '总览与发布',
}

export const stepAfter = (step: StepName): StepName | undefined => STEP_NAMES[STEP_NAMES.indexOf(step) + 1]
export const stepBefore = (step: StepName): StepName | undefined => STEP_NAMES[STEP_NAMES.indexOf(step) - 1]
