// Readings of eyes as a doctor writes them, from stored whole numbers.
import type { Eye, Eyes } from '../eyesight/judgement/eyes.ts'
import { signedDioptres } from '../eyesight/signed-dioptres.ts'

type Quantity = 'naked' | 'corrected' | 'sphere' | 'cylinder' | 'se' | 'axial'
const visionText = (tenths: number): string => (tenths / 10).toFixed(1)
const WORDS: Record<Quantity, { name: string; text: (stored: number) => string }> = {
  naked: { name: '裸眼视力', text: visionText },
  corrected: { name: '戴镜视力', text: visionText },
  sphere: { name: '球镜', text: (hundredths) => signedDioptres(hundredths / 100) },
  cylinder: { name: '柱镜', text: (hundredths) => signedDioptres(hundredths / 100) },
  se: { name: '等效球镜', text: (thousandths) => signedDioptres(thousandths / 1000) },
  axial: { name: '眼轴', text: (hundredths) => (hundredths / 100).toFixed(2) },
}

export const nameOf = (quantity: Quantity): string => WORDS[quantity].name
export const textOf = (quantity: Quantity, stored: number): string => WORDS[quantity].text(stored)

/** 右 5.0 左 4.7 */
export function bothEyes(quantity: Quantity & keyof Eye, [right, left]: Eyes): string {
  const side = (name: string, value: number | null) =>
    value === null ? [] : [`${name} ${textOf(quantity, value)}`]
  return [...side('右', right[quantity]), ...side('左', left[quantity])].join(' ')
}

/** 等效球镜 右 −1.25 左 −0.50, of those that were measured. */
export const namedEyes = (quantities: readonly (Quantity & keyof Eye)[], eyes: Eyes): string =>
  quantities
    .filter((quantity) => eyes.some((eye) => eye[quantity] !== null))
    .map((quantity) => `${nameOf(quantity)} ${bothEyes(quantity, eyes)}`)
    .join('，')

/** 右眼裸眼视力 4.4: of the eye whose value is the extreme one, of both where they are alike. */
export function extremeEye(quantity: Quantity & keyof Eye, eyes: Eyes, value: number): string {
  const has = eyes.map((eye) => eye[quantity] !== null && Math.abs(eye[quantity]) === Math.abs(value))
  const where = has[0] && has[1] ? '双眼' : has[0] ? '右眼' : '左眼'
  return `${where}${nameOf(quantity)} ${textOf(quantity, value)}`
}
