import { type ComponentType, type ReactElement, Suspense, useCallback, useState } from 'react'

/** The props that the hook passes to every dialog or drawer. */
export type DialogProps = {
  open: boolean
  onClose: () => void
  /** For a dialog that shows a secret: called after it has gone from sight, so that its props are dropped. */
  onClosed?: () => void
}

/** The props that are left to be given when the dialog is shown; of a union each member on its own. */
type Given<Props, Bound extends PropertyKey> = Props extends unknown
  ? Omit<Props, keyof DialogProps | Bound>
  : never
type ShowArgs<Props> = Partial<Props> extends Props ? [given?: Props] : [given: Props]
type State<Props> = { open: boolean; opening: number; given?: Props }

export type Dialog<Props> = {
  show: (...given: ShowArgs<Props>) => void
  hide: () => void
  /** Belongs somewhere into the screen; it is empty until the dialog is shown for the first time. */
  element: ReactElement
}

/**
 * A dialog or drawer of a screen, usually a lazy part. What is given to `show` stays as it was at that moment; `bound`
 * holds props that follow the screen while the dialog is open. Each opening starts with a new state, and the content
 * stays while the dialog closes. Loading one dialog does not take another from sight.
 */
export function useDialog<Props extends DialogProps, Bound extends keyof Props = never>(
  Part: ComponentType<Props>,
  bound?: Pick<Props, Bound>,
): Dialog<Given<Props, Bound>> {
  const [{ open, opening, given }, setState] = useState<State<Given<Props, Bound>>>({
    open: false,
    opening: 0,
  })
  const show = useCallback(
    (...[next]: ShowArgs<Given<Props, Bound>>) =>
      setState((last) => ({
        open: true,
        opening: last.opening + 1,
        given: next ?? ({} as Given<Props, Bound>),
      })),
    [],
  )
  const hide = useCallback(() => setState((last) => ({ ...last, open: false })), [])
  const drop = useCallback(() => setState(({ opening: last }) => ({ open: false, opening: last })), [])
  // Bound and given props are all of the part's own: that is what `show` asks for.
  const props = { ...bound, ...given, open, onClose: hide, onClosed: drop } as unknown as Props
  const element = <Suspense fallback={null}>{given && <Part key={opening} {...props} />}</Suspense>
  return { show, hide, element }
}
