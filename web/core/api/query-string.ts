/** An input as a query string; what is not set is left out, a list repeats its key. */
export function toQueryString(input: unknown): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(input ?? {})) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null && item !== '') params.append(key, String(item))
    }
  }
  return params.toString()
}
