/** Delivers a code; throws when the provider did not take it. */
export type SmsSender = { send(phone: string, code: string, type: number): Promise<void> }
