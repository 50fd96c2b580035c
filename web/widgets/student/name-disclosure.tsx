import { Button } from 'antd'
import { useState } from 'react'
import { OrgType } from '#contract/core/codes.ts'
import { useAllowed } from '#web/core/allowed.tsx'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useSession } from '#web/core/session/session-store.ts'
import { useDialog } from '../dialog/use-dialog.tsx'

const NameReasonDialog = lazyPart(async () => (await import('./name-reason-dialog.tsx')).NameReasonDialog)

/**
 * Readers above the school see masked names until they give a reason. `asked` goes along with the call whose answer has
 * the names, `button` next to it.
 */
export function useNameDisclosure() {
  const [nameReason, setNameReason] = useState<string>()
  const isAboveSchool = useSession().user?.orgType === OrgType.code.government
  const mayAsk = useAllowed(['studentReveal']) && isAboveSchool
  const dialog = useDialog(NameReasonDialog, { onReason: setNameReason })
  const button = nameReason ? (
    <Button onClick={() => setNameReason(undefined)}>隐藏姓名</Button>
  ) : (
    <Button onClick={() => dialog.show()}>显示姓名</Button>
  )
  return {
    asked: nameReason ? { nameReason } : {},
    button: mayAsk && (
      <>
        {button}
        {dialog.element}
      </>
    ),
  }
}
