import { createEvent, fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { StubbornDialog } from './stubborn-dialog.tsx'

function open(): HTMLDialogElement {
  render(
    <StubbornDialog title="会话过期">
      <button type="button">确定</button>
    </StubbornDialog>,
  )
  return screen.getByRole('dialog', { name: '会话过期' })
}

it('neither Esc nor a click outside closes it: the browser is told so, and each of its tries is refused', () => {
  const dialog = open()
  expect(dialog.getAttribute('closedby')).toBe('none')
  const pressed = createEvent.keyDown(dialog, { key: 'Escape' })
  const cancel = new Event('cancel', { cancelable: true })
  fireEvent(dialog, pressed)
  fireEvent(dialog, cancel)
  expect([pressed.defaultPrevented, cancel.defaultPrevented]).toEqual([true, true])
})

it('opens again where a browser has closed it all the same', () => {
  const dialog = open()
  dialog.close()
  expect(dialog.open).toBe(true)
})
