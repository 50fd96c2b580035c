import { MedicineBoxOutlined, PrinterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Link } from 'react-router'
import { type WarningDetail, WarningStatus } from '#contract/warning/warning-schemas.ts'
import { useAllowed } from '#web/core/allowed.tsx'
import { useRefreshOnReturn } from '#web/core/api/use-refresh-on-return.ts'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useDialog } from '#web/widgets/dialog/use-dialog.tsx'
import { printAddress } from '#web/widgets/print/print-link.tsx'
import { isPossible, nextStep, STEP_REFRESHES, STEP_WORDS, type StepName } from '../parts/steps.ts'
import { useSteps } from '../parts/use-steps.tsx'
import { UnitLinks } from './unit-links.tsx'

const VisitDialog = lazyPart(async () => (await import('#web/widgets/visit/visit-dialog.tsx')).VisitDialog)

/** What can be done now; the next step is the primary one. */
export function Actions({ warning }: { warning: WarningDetail }) {
  const steps = useSteps()
  const next = nextStep(warning)
  const possible = warning.mayAct ? steps.offered.filter((step) => isPossible(step, warning)) : []
  const ordered = [...possible].sort((one, other) => Number(other === next) - Number(one === next))
  // The end of a warning comes after everything else.
  const early = ordered.filter((step) => step !== 'close' || step === next)
  const late = ordered.filter((step) => !early.includes(step))
  const button = (step: StepName) => (
    <Button
      key={step}
      type={step === next ? 'primary' : 'default'}
      loading={step === 'remind' && steps.reminding}
      onClick={() => void steps.take(step, [warning])}
    >
      {STEP_WORDS[step]}
    </Button>
  )
  return (
    <>
      {early.map(button)}
      <RecordVisit warning={warning} />
      <PrintLetter warning={warning} />
      <UnitLinks warning={warning} />
      {late.map(button)}
      {steps.element}
    </>
  )
}

/** The printing notifies the family: the warning is another one on coming back. */
function PrintLetter({
  warning: { planId, taskId, classId, studentId, status },
}: {
  warning: WarningDetail
}) {
  const mayPrint = useAllowed(['printLetters'])
  const refreshOnReturn = useRefreshOnReturn(STEP_REFRESHES.refreshes)
  if (!mayPrint || studentId === null || taskId === null || classId === null) return null
  if (status === WarningStatus.code.closed) return null
  return (
    <Link
      to={printAddress({ planId, taskId, classId, studentIds: [studentId] }, '/print/result-letter')}
      target="_blank"
      onClick={refreshOnReturn}
    >
      <Button icon={<PrinterOutlined />}>打印告知书</Button>
    </Link>
  )
}

/** What the family brings from the hospital. */
function RecordVisit({ warning: { studentId, mayAct, ended } }: { warning: WarningDetail }) {
  const mayRecord = useAllowed(['visitRecord'])
  const dialog = useDialog(VisitDialog, { studentId: studentId ?? 0 })
  if (studentId === null || !mayRecord || !mayAct || ended !== null) return null
  return (
    <>
      <Button icon={<MedicineBoxOutlined />} onClick={() => dialog.show()}>
        登记就诊
      </Button>
      {dialog.element}
    </>
  )
}
