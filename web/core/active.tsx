import { createContext, useContext } from 'react'

export const PageActiveContext = createContext(true)

/** False while a kept-alive page is hidden. A dialog is rendered only while its page is active. */
export const usePageActive = (): boolean => useContext(PageActiveContext)
