import { type ReactNode, Suspense } from 'react'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useSession } from '#web/core/session/session-store.ts'

// Needed once in the life of an account: the console does not wait for it.
const Enrolment = lazyPart(async () => (await import('./enrolment.tsx')).Enrolment)

/** Who must have a second step and has none sets it up here; behind it nothing is shown until then. */
export function EnrolGate({ children }: { children: ReactNode }) {
  const { user } = useSession()
  if (!user?.mustEnrol) return children
  return (
    <Suspense>
      <Enrolment />
    </Suspense>
  )
}
