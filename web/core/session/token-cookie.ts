import { COOKIE_DAYS, COOKIE_NAME } from '#contract/core/limits.ts'

export function readTokenCookie(): string | null {
  const prefix = `${COOKIE_NAME}=`
  const entry = document.cookie.split('; ').find((part) => part.startsWith(prefix))
  const value = entry?.slice(prefix.length)
  if (!value) return null
  try {
    return decodeURIComponent(value)
  } catch {
    return null
  }
}

export function writeTokenCookie(token: string): void {
  setCookie(encodeURIComponent(token), COOKIE_DAYS * 24 * 60 * 60)
}

export function clearTokenCookie(): void {
  setCookie('', 0)
}

function setCookie(value: string, maxAge: number): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store API is missing where the page is served by plain http
  document.cookie = `${COOKIE_NAME}=${value}; Max-Age=${maxAge}; Path=/; SameSite=Lax${secure}`
}
