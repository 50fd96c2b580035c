import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import layout from '#web/core/layout.module.css'

/** The first is shown; the others are understood as well. */
const FORMATS = ['YYYY-MM-DD', 'YYYYMMDD', 'YYYY/M/D', 'YYYY.M.D', 'YYYY-M-D']

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
  return (
    <DatePicker
      {...rest}
      value={value ? dayjs(value) : null}
      onChange={(day) => onChange?.(day ? day.format('YYYY-MM-DD') : undefined)}
      format={FORMATS}
      minDate={min ? dayjs(min) : undefined}
      maxDate={max ? dayjs(max) : undefined}
      // Enter takes what was typed; the form around is sent by the next one.
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      showNow={false}
      placeholder={placeholder}
      className={layout.fullWidth}
    />
  )
}
