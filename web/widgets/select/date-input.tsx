import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import layout from '#web/core/layout.module.css'

/**
 * The first is shown; the others are understood as well. Each has all its digits: of 2026-11-18 the picker would take
 * 2026-11-1 for a whole day and put it in the field while the next digit is being typed.
 */
const FORMATS = ['YYYY-MM-DD', 'YYYYMMDD', 'YYYY/MM/DD', 'YYYY.MM.DD']
const SHORT = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/

/** 2016/5/2, once it is left or confirmed. */
function readShortDay(text: string): string | null {
  const [, year = '', month = '', day = ''] = SHORT.exec(text.trim()) ?? []
  const whole = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return dayjs(whole).format(FORMATS[0]) === whole ? whole : null
}

type Props = {
  id?: string
  /** YYYY-MM-DD */
  value?: string | null
  onChange?: (value: string | undefined) => void
  /** First and last day that can be chosen, YYYY-MM-DD. */
  min?: string
  max?: string
  disabled?: boolean
  placeholder?: string
}

/** A day, typed or chosen. */
export function DateInput({ value, onChange, min, max, placeholder = '如 2016-05-12', ...rest }: Props) {
  const takeShort = (text: string) => {
    const day = readShortDay(text)
    if (day && day !== value && !(min && day < min) && !(max && day > max)) onChange?.(day)
  }
  return (
    <DatePicker
      {...rest}
      value={value ? dayjs(value) : null}
      onChange={(day) => onChange?.(day ? day.format('YYYY-MM-DD') : undefined)}
      format={FORMATS}
      minDate={min ? dayjs(min) : undefined}
      maxDate={max ? dayjs(max) : undefined}
      // Enter takes what was typed; the form around is sent by the next one.
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        takeShort((event.target as HTMLInputElement).value)
      }}
      onBlur={(event) => takeShort((event.target as HTMLInputElement).value)}
      showNow={false}
      placeholder={placeholder}
      className={layout.fullWidth}
    />
  )
}
