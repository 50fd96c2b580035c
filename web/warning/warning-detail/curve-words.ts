import { signedDioptres } from '#contract/eyesight/signed-dioptres.ts'

export const CYCLOPLEGIC_NOTE = '实心为散瞳'

/** −1.25, +0.375, or a dash. */
export const signed = (dioptres: number | null): string =>
  dioptres === null ? '—' : signedDioptres(dioptres)
