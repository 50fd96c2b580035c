/** Delivers a code; throws when the provider did not take it. */
export type SmsSender = {
  send(phone: string, code: string, type: number): Promise<void>
  /** How long it takes where nothing was sent yet; none where it takes no time. */
  usualMs?: number
  /** No provider is configured: nothing can be sent at all. */
  unavailable?: true
}
