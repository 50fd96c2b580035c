import { lazy, Suspense, useEffect } from 'react'
import { closeDialog, useSessionDialog } from '#web/core/session/dialogs.ts'

// Needed once in a while: the console does not wait for them.
const ChangePasswordDialog = lazy(async () => {
  const { ChangePasswordDialog } = await import('#web/session/change-password-dialog.tsx')
  return { default: ChangePasswordDialog }
})
const ResetPasswordDialog = lazy(async () => {
  const { ResetPasswordDialog } = await import('#web/session/reset-password-dialog.tsx')
  return { default: ResetPasswordDialog }
})

/** Dialogs that any screen may open. */
export function SessionDialogs() {
  const dialog = useSessionDialog()
  useEffect(() => closeDialog, [])
  return (
    <Suspense fallback={null}>
      {dialog === 'changePassword' && <ChangePasswordDialog onCancel={closeDialog} />}
      {dialog === 'resetPassword' && <ResetPasswordDialog onCancel={closeDialog} />}
    </Suspense>
  )
}

export function MandatoryPasswordChange() {
  return (
    <Suspense fallback={null}>
      <ChangePasswordDialog />
    </Suspense>
  )
}
