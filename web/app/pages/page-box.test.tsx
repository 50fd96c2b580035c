import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Activity } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { expect, it } from 'vitest'
import { BACK_TO_TOP_PX } from '#contract/core/limits.ts'
import type { Screen } from '#web/core/screen.ts'
import { AddressFrame } from '../entry.tsx'
import { PageBox } from './page-box.tsx'

let drawings = 0

function Part() {
  drawings++
  return null
}

function Page() {
  const { pathname, search } = useLocation()
  return (
    <>
      <p>{`${pathname}${search}`}</p>
      <Part />
    </>
  )
}

const LIST: Screen = { path: '/list', title: '列表', anyOf: null, load: async () => ({ Page }) }
const page = {
  id: 1,
  screen: LIST,
  location: { pathname: '/list', search: '?a=1', hash: '', state: null, key: '' },
}

/** Stands at another address with every click, as the console does with every screen. */
function Console() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const isShown = search === '?a=1'
  return (
    <>
      <button type="button" onClick={() => void navigate(isShown ? '/other' : '/list?a=1')}>
        {search}
      </button>
      <Activity mode={isShown ? 'visible' : 'hidden'}>
        <PageBox page={page} active={isShown} />
      </Activity>
    </>
  )
}

it('keeps its address and is not drawn again while the user goes elsewhere and comes back', async () => {
  window.history.replaceState(null, '', '/list?a=1')
  render(
    <AddressFrame>
      <Console />
    </AddressFrame>,
  )
  await screen.findByText('/list?a=1')
  expect(drawings).toBe(1)
  for (const place of ['/other', '/list?a=1', '/other']) {
    await act(() => screen.getByRole('button').click())
    expect(window.location.href).toContain(place)
    screen.getByText('/list?a=1')
  }
  expect(drawings).toBe(1)
})

it('offers the way back to the top beyond 250 pixels, and it leads there', async () => {
  window.history.replaceState(null, '', '/list?a=1')
  const { container } = render(
    <AddressFrame>
      <PageBox page={page} active />
    </AddressFrame>,
  )
  await screen.findByText('/list?a=1')
  const box = container.querySelector('.page-box') as HTMLElement
  const scrollTo = (pixels: number) => {
    box.scrollTop = pixels
    fireEvent.scroll(box)
  }
  const button = () => screen.queryByRole('button', { name: '回到顶部' })
  expect(BACK_TO_TOP_PX).toBe(250)
  scrollTo(250)
  expect(button()).toBeNull()
  scrollTo(251)
  fireEvent.click(screen.getByRole('button', { name: '回到顶部' }))
  await waitFor(() => expect(box.scrollTop).toBe(0))
  scrollTo(0)
  expect(button()).toBeNull()
})
