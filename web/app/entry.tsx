import { useEffect } from 'react'
import { BrowserRouter, useNavigate } from 'react-router'
import { bindNavigation } from '#web/core/navigation.ts'
import { currentSession } from '#web/core/session/session-store.ts'
import { Guard } from './guard/guard.tsx'
import { loadLoginPage, loadShell } from './guard/parts.tsx'

export function Entry() {
  return (
    <BrowserRouter>
      <NavigationBinding />
      <Guard />
    </BrowserRouter>
  )
}

/** Starts on the code of the first screen while the settings are still on their way. */
export function preloadFirstScreen(): void {
  void (currentSession().token === null ? loadLoginPage() : loadShell())
}

/** Lets code outside React change the address. */
export function NavigationBinding() {
  const navigate = useNavigate()
  useEffect(() => bindNavigation((path, options) => void navigate(path, options)), [navigate])
  return null
}
