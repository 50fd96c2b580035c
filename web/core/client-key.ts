/** One for each message as it stands: a second try is known by it. Also made where a page is served without TLS. */
export function newClientKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
