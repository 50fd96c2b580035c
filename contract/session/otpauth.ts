/** The address that authenticators read from a QR code; what they show is issuer and account. */
export function otpauthUri(key: { secret: string; account: string; issuer: string }): string {
  const { secret, account, issuer } = key
  return `otpauth://totp/${encodeURIComponent(account)}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`
}
