import { PrinterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Link } from 'react-router'
import { type WarningDetail, WarningStatus } from '#contract/warning/warning-schemas.ts'
import { useAllowed } from '#web/core/allowed.tsx'
import { printAddress } from '#web/widgets/print/print-link.tsx'
import { isPossible, nextStep, STEP_WORDS, type StepName } from '../parts/steps.ts'
import { useSteps } from '../parts/use-steps.tsx'
import { UnitLinks } from './unit-links.tsx'

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
      {/* The button 记录就诊 of a visit to a hospital belongs here, in front of the others. */}
      {early.map(button)}
      <PrintLetter warning={warning} />
      <UnitLinks warning={warning} />
      {late.map(button)}
      {steps.element}
    </>
  )
}

function PrintLetter({
  warning: { planId, taskId, classId, studentId, status },
}: {
  warning: WarningDetail
}) {
  const mayPrint = useAllowed(['printLetters'])
  if (!mayPrint || studentId === null || taskId === null || classId === null) return null
  if (status === WarningStatus.code.closed) return null
  return (
    <Link
      to={printAddress({ planId, taskId, classId, studentIds: [studentId] }, '/print/result-letter')}
      target="_blank"
    >
      <Button icon={<PrinterOutlined />}>打印告知书</Button>
    </Link>
  )
}
