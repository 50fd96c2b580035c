import { Flex } from 'antd'
import { useEffect, useState } from 'react'
import type { Application } from '#contract/assessment/application-schemas.ts'
import { Panel } from '#web/widgets/panel.tsx'
import { Events } from '../parts/events.tsx'
import { useEvidenceUploads } from '../parts/use-evidence-uploads.ts'
import styles from './add-assess-apply.module.css'
import { useAnswers } from './answers/use-answers.ts'
import { HeadNav } from './head-nav.tsx'
import { HeadPanel } from './head-panel.tsx'
import { Header } from './header.tsx'
import { focusLeaf } from './leaf-focus.ts'
import { LeaveDialog } from './leave-dialog.tsx'
import { Notes } from './notes.tsx'
import { Results } from './results.tsx'
import { UnsentNote } from './unsent-note.tsx'
import { useSubmit } from './use-submit.tsx'

export function ApplicationView({ application }: { application: Application }) {
  const { indicators, applicationId, may } = application
  const { sheet, answers } = useAnswers(application)
  const uploads = useEvidenceUploads(applicationId)
  const [chosen, setChosen] = useState(indicators[0]?.key)
  const [target, setTarget] = useState<{ leafKey: string }>()
  useEffect(() => {
    if (target) focusLeaf(target.leafKey)
  }, [target])

  const head = indicators.find(({ key }) => key === chosen) ?? indicators[0]
  const goTo = (leafKey: string) => {
    setChosen(indicators.find(({ leaves }) => leaves.some(({ key }) => key === leafKey))?.key)
    setTarget({ leafKey })
  }
  const uploading = uploads.list.length > 0
  const submit = useSubmit({ application, sheet, answers, uploading, onGo: goTo })
  return (
    <Flex vertical gap="middle">
      <Header
        application={application}
        answers={answers}
        troubled={sheet.troubled().length}
        submit={may.edit && submit.button}
      />
      {may.edit && submit.note}
      <Notes application={application} over={answers.over} />
      {!may.edit && <UnsentNote application={application} sheet={sheet} answers={answers} />}
      <Results application={application} />
      <div className={styles.columns}>
        <div className={styles.side}>
          <HeadNav application={application} answers={answers} chosen={head?.key} onChoose={setChosen} />
          <Panel>
            <h2 className={styles.partTitle}>申报经过</h2>
            <Events events={application.events} />
          </Panel>
        </div>
        {head && (
          <HeadPanel
            key={head.key}
            application={application}
            head={head}
            sheet={sheet}
            answers={answers}
            uploads={uploads}
            onChoose={setChosen}
          />
        )}
      </div>
      {submit.element}
      <LeaveDialog unsaved={sheet.troubled().length} uploading={uploads.busy} />
    </Flex>
  )
}
