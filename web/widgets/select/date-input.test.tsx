import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { DateInput } from './date-input.tsx'

function Day(range: { min?: string; max?: string }) {
  const [value, setValue] = useState<string>()
  return (
    <>
      <label htmlFor="day">日期</label>
      <DateInput id="day" value={value} onChange={setValue} {...range} />
      <output>{value ?? '无'}</output>
      <button type="button">其他</button>
    </>
  )
}

async function typed(text: string, range: { min?: string; max?: string } = {}) {
  const user = userEvent.setup()
  render(<Day {...range} />)
  await user.click(screen.getByLabelText('日期'))
  await user.keyboard(text)
  await user.click(screen.getByRole('button', { name: '其他' }))
  return screen.getByRole('status').textContent
}

it.each([
  ['2026-11-18', '2026-11-18'],
  ['20261118', '2026-11-18'],
  ['2016/5/2', '2016-05-02'],
  ['2016.5.12', '2016-05-12'],
  ['2016-2-30', '无'],
])('takes %s, typed key by key, for %s', async (text, day) => {
  expect(await typed(text)).toBe(day)
})

it('takes no day outside what can be chosen', async () => {
  expect(await typed('2026-1-2', { min: '2026-02-01', max: '2026-11-18' })).toBe('无')
})
