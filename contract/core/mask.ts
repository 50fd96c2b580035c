/** Masking of personal fields; done by the server before an answer leaves. */
export const maskIdCard = (value: string): string => keep(value, 6, 4)
export const maskPhone = (value: string): string => keep(value, 3, 4)
export const maskPassport = (value: string): string =>
  value.length > 3 ? `${value.slice(0, 2)}***${value.slice(-1)}` : '***'

export function maskName(value: string): string {
  const letters = [...value]
  if (letters.length <= 1) return value
  if (letters.length === 2) return `${letters[0]}*`
  return `${letters[0]}${'*'.repeat(letters.length - 2)}${letters.at(-1)}`
}

function keep(value: string, head: number, tail: number): string {
  if (value.length <= head + tail) return '*'.repeat(value.length)
  return value.slice(0, head) + '*'.repeat(value.length - head - tail) + value.slice(-tail)
}
