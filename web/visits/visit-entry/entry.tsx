import { useState } from 'react'
import { visitEndpoints } from '#contract/visits/endpoints.ts'
import type { OpenedLetter } from '#contract/visits/visit-schemas.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { Panel } from '#web/widgets/panel.tsx'
import { type Key, LetterSearch } from './letter-search.tsx'
import { OpenedChild } from './opened-child.tsx'

/** One child at a time, by the letter that the family brought. */
export function Entry() {
  const [opened, setOpened] = useState<{ key: Key; letter: OpenedLetter }>()
  const { send, sending } = useSend(visitEndpoints.openVisitLetter, { success: false })
  const open = async (key: Key) => {
    const answer = await send(key)
    if (answer.ok) setOpened({ key, letter: answer.data })
    return answer.ok
  }
  if (!opened) {
    return (
      <Panel>
        <LetterSearch sending={sending} onOpen={open} />
      </Panel>
    )
  }
  const { key, letter } = opened
  return (
    <OpenedChild
      letterKey={key}
      letter={letter}
      onChanged={(next) => setOpened({ key, letter: next })}
      onReload={() => void open(key)}
      onNext={() => setOpened(undefined)}
    />
  )
}
