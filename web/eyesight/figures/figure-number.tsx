import { Button } from 'antd'
import { Suspense } from 'react'
import type { CounterName } from '#contract/eyesight/figures/counters.ts'
import type { UnitKey } from '#contract/eyesight/figures/figure-schemas.ts'
import { lazyPart } from '#web/core/lazy-part.ts'
import { useOpened } from '#web/core/use-opened.ts'

const FigureExplanation = lazyPart(async () => (await import('./figure-explanation.tsx')).FigureExplanation)

/** Which number: of which plan and place, a counter or one of the seven rates. */
export type FigureAsked = UnitKey & {
  planId: number
  stage?: number
  counter?: CounterName
  indicator?: number
}
type Props = {
  asked: FigureAsked
  /** As it is shown. */
  text: string
  /** What it is, for those who cannot see the table around it. */
  label: string
  strong?: boolean
}

/** A number that explains itself when it is clicked: numerator, denominator, rule, time, and who is behind it. */
export function FigureNumber({ asked, text, label, strong }: Props) {
  const opened = useOpened<FigureAsked>()
  return (
    <>
      <Button
        type="link"
        size="small"
        aria-label={`${label}：${text}，查看由来`}
        onClick={() => opened.show(asked)}
        style={{
          padding: 0,
          height: 'auto',
          color: 'inherit',
          font: 'inherit',
          fontWeight: strong ? 600 : undefined,
        }}
      >
        {text}
      </Button>
      <Suspense fallback={null}>
        {opened.content && (
          <FigureExplanation
            key={opened.nth}
            open={opened.open}
            asked={opened.content}
            onClose={opened.hide}
          />
        )}
      </Suspense>
    </>
  )
}
