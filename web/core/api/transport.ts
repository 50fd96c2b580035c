import type { ErrorEffect } from '#contract/core/error-codes.ts'

/** Set by the session, so that transport holds no policy of its own. */
type SessionHooks = {
  token: () => string | null
  /** Called for a code with an effect, only where the token it was sent with is still the current one. */
  onEffect: (effect: ErrorEffect, message?: string) => void
  onPermissionsVersion: (version: string) => void
}

export const transport: SessionHooks & { apiBase: string } = {
  apiBase: '',
  token: () => null,
  onEffect: () => {},
  onPermissionsVersion: () => {},
}

export function connectSession(hooks: SessionHooks): void {
  Object.assign(transport, hooks)
}
