import { createContext, useContext } from 'react'
import type { Screen } from './screen.ts'

/** The screens the shell has routes for, permitted or not. */
export const ScreensContext = createContext<readonly Screen[]>([])

export const useScreens = (): readonly Screen[] => useContext(ScreensContext)
