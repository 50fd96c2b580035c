import { type ReactNode, useEffect } from 'react'
import { BrowserRouter, useNavigate } from 'react-router'
import { bindNavigation } from '#web/core/navigation.ts'
import { currentSession } from '#web/core/session/session-store.ts'
import { isWall } from '#web/core/wall-paths.ts'
import { Guard } from './guard/guard.tsx'
import { loadLoginPage, loadShell, loadWall } from './guard/parts.tsx'

export function Entry() {
  return (
    <AddressFrame>
      <Guard />
    </AddressFrame>
  )
}

/** Draws every address, however soon the next one follows: a page that is left keeps the last query it had. */
export function AddressFrame({ children }: { children: ReactNode }) {
  return (
    <BrowserRouter useTransitions={false}>
      <NavigationBinding />
      {children}
    </BrowserRouter>
  )
}

/** Starts on the code of the first screen while the settings are still on their way. */
export function preloadFirstScreen(): void {
  if (currentSession().token === null) void loadLoginPage()
  else void (isWall(window.location.pathname) ? loadWall() : loadShell())
}

/** Lets code outside React change the address. */
function NavigationBinding() {
  const navigate = useNavigate()
  useEffect(() => bindNavigation((path, options) => void navigate(path, options)), [navigate])
  return null
}
