import { createContext, useContext } from 'react'

type Close = (event: unknown) => void

/** Closes the dialog or drawer in which this one was opened. */
export const LayerBeneath = createContext<Close>(() => undefined)

const isEscape = (event: unknown): boolean => event instanceof KeyboardEvent && event.key === 'Escape'

/**
 * antd gives Escape to the topmost layer until that has disappeared, so a second Escape would be lost on a dialog that
 * is closed already and only fades; it is meant for the layer beneath.
 */
export function useLayerClose(open: boolean | undefined, close: Close | undefined): Close {
  const closeBeneath = useContext(LayerBeneath)
  return (event) => {
    if (open) close?.(event)
    else if (isEscape(event)) closeBeneath(event)
  }
}
