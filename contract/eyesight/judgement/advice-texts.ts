// Advice for parents, by finding. Nothing here may promise a cure. Each text either sends to a doctor or does not, as 建议就诊
// says of the same child.
type Advice = { refers: boolean; text: string }

export const ADVICE = {
  normal: {
    refers: false,
    text: '本次筛查未见明显异常。请保持每天日间户外活动2小时以上，6–12个月复查。',
  },
  risk: {
    refers: false,
    text: '目前视力正常，但存在发展为近视的风险。请增加户外活动、减少近距离用眼，3–6个月复查，必要时到眼科做散瞳验光。',
  },
  reserveShort: {
    refers: false,
    text: '远视储备低于同龄参考，提示近视风险较高。请减少电子屏幕，增加户外活动，每3–6个月复查。',
  },
  poorVisionRecheck: {
    refers: false,
    text: '裸眼视力低于标准。请注意用眼卫生、增加户外活动，3–6个月复查；届时仍低于标准，请到医疗机构检查。',
  },
  poorVision: { refers: true, text: '裸眼视力低于正常。请尽快到正规医疗机构检查，明确原因。' },
  myopiaRecheck: {
    refers: false,
    text: '筛查提示近视可能。请增加户外活动、减少近距离用眼，3–6个月复查，必要时到眼科做散瞳验光。',
  },
  myopia: {
    refers: true,
    text: '筛查提示近视可能。请到正规医疗机构散瞳验光确诊，遵医嘱矫正，每3–6个月复查。',
  },
  fullyCorrected: { refers: false, text: '目前矫正视力良好，请坚持规范戴镜，3–6个月复查。' },
  underCorrectedRecheck: {
    refers: false,
    text: '请坚持规范戴镜、注意用眼卫生，3–6个月复查戴镜视力，届时确认是否需要更换眼镜。',
  },
  underCorrected: { refers: true, text: '戴镜视力不足，请复查并确认是否需要更换眼镜。' },
  highMyopiaRecheck: {
    refers: false,
    text: '屈光度数较高，请遵医嘱规范戴镜，避免剧烈撞击，至少每半年复查，包括眼底。',
  },
  highMyopia: {
    refers: true,
    text: '屈光度数较高，请尽快做眼底等检查，避免剧烈撞击，至少每半年复查。',
  },
  orthoK: { refers: false, text: '请按医嘱定期复查角膜与度数，注意护理卫生。' },
  orthoKReferred: {
    refers: true,
    text: '佩戴角膜塑形镜后视力不足，请尽快到医疗机构复查角膜与度数，注意护理卫生。',
  },
  refractive: { refers: true, text: '提示屈光异常，请到医疗机构检查，排除弱视。' },
  incomplete: { refers: false, text: '本次检查未完成，请参加补检或自行到医疗机构检查。' },
} as const satisfies Record<string, Advice>
export type AdviceCategory = keyof typeof ADVICE
