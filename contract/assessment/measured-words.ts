// A computed row in words: the value, what was counted, and why it does not count where it does not.
import { LEFT_OUT, METRICS, type Measured } from './metrics.ts'

const percent = (numerator: number, denominator: number): string =>
  `${((numerator * 100) / denominator).toFixed(2)}%`
const signed = (value: number): string =>
  `${value > 0 ? '+' : value < 0 ? '−' : ''}${Math.abs(value).toFixed(2)}`

/** 95.83%, −0.62个百分点; -- where it is left out. */
export function measuredValue({ metric, value }: Measured): string {
  if (value === null) return '--'
  return METRICS[metric].unit === '%' ? `${value.toFixed(2)}%` : `${signed(value)}个百分点`
}

/** What the value is made of, in one sentence; the wearers of ortho-K stand beside a rate that falls. */
export function measuredWords({
  metric,
  value,
  leftOut,
  numerator,
  denominator,
  last,
  orthoK,
}: Measured): string {
  const names = METRICS[metric]
  const reason = leftOut === null ? '' : `${LEFT_OUT[leftOut]}，不计入总分`
  if (last === null) {
    if (denominator === 0) return reason
    return `${names.numerator}${numerator} ÷ ${names.denominator}${denominator}`
  }
  const rate = (part: number, whole: number) =>
    whole === 0 ? '--' : `${percent(part, whole)}（${part} ÷ ${whole}）`
  const rates = `本年${rate(numerator, denominator)}，上年${rate(last.numerator, last.denominator)}`
  const falls = value !== null && value < 0 && orthoK
  const wearers = falls ? `；角膜塑形镜本年${orthoK.now}人、上年${orthoK.last}人` : ''
  return `${rates}${wearers}${reason && `；${reason}`}`
}
