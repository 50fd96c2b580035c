// Advice for parents, by finding. Nothing here may promise a cure.
export const ADVICE = {
  normal: '本次筛查未见明显异常。请保持每天日间户外活动2小时以上，6–12个月复查。',
  risk: '目前视力正常，但存在发展为近视的风险。请增加户外活动、减少近距离用眼，3–6个月复查，必要时到眼科做散瞳验光。',
  reserveShort: '远视储备低于同龄参考，提示近视风险较高。请减少电子屏幕，增加户外活动，每3–6个月复查。',
  poorVision: '裸眼视力低于正常。请尽快到正规医疗机构检查，明确原因。',
  myopia: '筛查提示近视可能。请到正规医疗机构散瞳验光确诊，遵医嘱矫正，每3–6个月复查。',
  fullyCorrected: '目前矫正视力良好，请坚持规范戴镜，3–6个月复查。',
  underCorrected: '戴镜视力不足，请复查并确认是否需要更换眼镜。',
  highMyopia: '屈光度数较高，请尽快做眼底等检查，避免剧烈撞击，至少每半年复查。',
  orthoK: '请按医嘱定期复查角膜与度数，注意护理卫生。',
  refractive: '提示屈光异常，请到医疗机构检查，排除弱视。',
  incomplete: '本次检查未完成，请参加补检或自行到医疗机构检查。',
} as const satisfies Record<string, string>
export type AdviceCategory = keyof typeof ADVICE
