export type ChartScale = {
  min: number
  max: number
  ticks: readonly { value: number; label: string }[]
}

const WANTED_TICKS = 5
const STEPS = [1, 2, 2.5, 5, 10]

/** Round figures from below the least to above the greatest value. */
export function chartScale(
  values: readonly number[],
  { fromZero, whole }: { fromZero: boolean; whole: boolean },
): ChartScale {
  let least = values.reduce((low, value) => Math.min(low, value), Number.POSITIVE_INFINITY)
  let most = values.reduce((high, value) => Math.max(high, value), Number.NEGATIVE_INFINITY)
  if (fromZero || values.length === 0) {
    least = Math.min(least, 0)
    most = Math.max(most, 0)
  }
  if (least === most) {
    if (least !== 0 && !fromZero) least -= 1
    most += 1
  }
  const step = roundStep((most - least) / WANTED_TICKS, whole)
  const first = Math.floor(clean(least / step))
  const last = Math.ceil(clean(most / step))
  const labels = new Intl.NumberFormat('zh-CN', { minimumFractionDigits: decimalsOf(step) })
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => {
    const value = clean((first + index) * step)
    return { value, label: labels.format(value) }
  })
  return { min: ticks[0]?.value ?? 0, max: ticks.at(-1)?.value ?? 1, ticks }
}

function roundStep(wanted: number, whole: boolean): number {
  if (whole && wanted <= 1) return 1
  const power = 10 ** Math.floor(Math.log10(wanted))
  const steps = STEPS.map((step) => step * power).filter((step) => !whole || Number.isInteger(step))
  return clean(steps.find((step) => step >= clean(wanted)) ?? power * 10)
}

const decimalsOf = (step: number): number => Math.min(String(step).split('.')[1]?.length ?? 0, 10)

/** Without the dust that binary fractions leave. */
const clean = (value: number): number => Number(value.toPrecision(12)) + 0
