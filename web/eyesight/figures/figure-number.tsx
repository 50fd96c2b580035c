import { lazyPart } from '#web/core/lazy-part.ts'
import { useDialog } from '#web/widgets/dialog/use-dialog.tsx'
import type { FigureAsked } from '#web/widgets/figure/figure-asked.ts'
import { LinkButton } from '#web/widgets/link-button.tsx'
import styles from './figures.module.css'

const FigureExplanation = lazyPart(
  async () => (await import('#web/widgets/figure/figure-explanation.tsx')).FigureExplanation,
)

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
  const explanation = useDialog(FigureExplanation)
  return (
    <>
      <LinkButton
        aria-label={`${label}：${text}，查看由来`}
        onClick={() => explanation.show({ asked })}
        className={strong ? styles.strongNumber : styles.number}
      >
        {text}
      </LinkButton>
      {explanation.element}
    </>
  )
}
