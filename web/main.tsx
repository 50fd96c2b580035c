import './core/zod-setup.ts'
import 'virtual:theme.css'
import './app/global.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Entry, preloadFirstScreen } from './app/entry.tsx'
import { resumeSession } from './core/session/session-store.ts'
import { loadSite } from './core/site.ts'

async function start(): Promise<void> {
  resumeSession()
  preloadFirstScreen()
  await loadSite()
  const root = document.getElementById('root')
  if (!root) throw new Error('no root element')
  createRoot(root).render(
    <StrictMode>
      <Entry />
    </StrictMode>,
  )
}

void start()
