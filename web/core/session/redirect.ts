const HOME = '/'
/** Pages that say what went wrong: nobody wants to come back to them. */
const NO_RETURN = new Set(['/login', '/401', '/404', '/500'])

/** Whether a path stays on this site: one leading slash, no scheme, no control characters. */
export function isOwnPath(path: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (!path.startsWith('/') || /[\u0000-\u001f\u007f\\]/.test(path)) return false
  if (path.startsWith('//')) return false
  // The address parser has the last word: it drops and folds characters in ways a pattern forgets.
  const base = 'https://own.invalid'
  try {
    return new URL(path, base).origin === base
  } catch {
    return false
  }
}

/** `/login?redirect=<wanted path>` with the rest of the wanted query behind it (spec §2). */
export function loginAddress(pathname: string, search: string): string {
  const rest = new URLSearchParams(search)
  rest.delete('redirect')
  const wanted = encodeURIComponent(pathname).replaceAll('%2F', '/')
  const query = [`redirect=${wanted}`, rest.toString()].filter(Boolean).join('&')
  return `/login?${query}`
}

/** Where to go after signing in: the way back that `loginAddress` wrote. */
export function redirectTarget(search: string): string {
  const params = new URLSearchParams(search)
  const redirect = params.get('redirect')
  if (!redirect || !isOwnPath(redirect)) return HOME
  params.delete('redirect')
  const [path = HOME, ownQuery] = redirect.split('?', 2)
  if (NO_RETURN.has(path)) return HOME
  const query = [ownQuery, params.toString()].filter(Boolean).join('&')
  return query ? `${path}?${query}` : path
}
