type Go = (path: string, options: { replace: boolean }) => void

let go: Go = (path, { replace }) => (replace ? window.location.replace(path) : window.location.assign(path))

/** The router, for code outside React. */
export function bindNavigation(navigate: Go): void {
  go = navigate
}

export function navigateTo(path: string, { replace = false }: { replace?: boolean } = {}): void {
  go(path, { replace })
}
