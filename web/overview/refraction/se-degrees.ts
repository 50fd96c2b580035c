// The degrees of refraction along the axis of the spherical equivalent.
import type { SeDegree } from '#contract/overview/diopter.ts'

export const DEGREES = [
  { key: 'high', label: '高度近视', color: '--wall-high' },
  { key: 'mid', label: '中度近视', color: '--wall-mid' },
  { key: 'low', label: '低度近视', color: '--wall-low' },
  { key: 'pre', label: '近视前期', color: '--wall-pre' },
  { key: 'far', label: '更偏远视', color: '--wall-far-sighted' },
] as const satisfies readonly { key: SeDegree; label: string; color: string }[]

/** Where one degree ends and the next begins, in dioptres. */
export const SPLITS = [-6, -3, -0.5, 0.75] as const
