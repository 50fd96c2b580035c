import { type ComponentType, lazy } from 'react'

/**
 * A part of a screen that is loaded when it is first shown: drawers and dialogs behind a button (`useDialog`
 * shows them), or a section inside a `<Suspense>` of the screen.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load() }))
}
