import { Flex } from 'antd'
import { Link } from 'react-router'
import { LetterChoice } from '#contract/exports/letter-filter.ts'
import { letterEndpoints } from '#contract/letters/endpoints.ts'
import type { LetterClass } from '#contract/letters/letter-schemas.ts'
import { useAllowed } from '#web/core/allowed.tsx'
import { useSend } from '#web/core/api/use-send.ts'
import layout from '#web/core/layout.module.css'
import { notifySuccess, notifyWarning } from '#web/core/notice.ts'
import { LinkButton } from '#web/widgets/link-button.tsx'

const { all, unprinted, corrected } = LetterChoice.code

type Props = { planId: number; row: LetterClass }

/** What a school does with the letters of a class: prints them, and has the teacher ask the families. */
export function ClassActions({ planId, row }: Props) {
  const mayPrint = useAllowed(['printLetters'])
  const remind = useSend(letterEndpoints.remindFamilies, {
    refreshes: [letterEndpoints.letterClasses],
    success: false,
  })
  const { taskId, classId } = row
  const sendReminder = async () => {
    const sent = await remind.send({ taskId, classId })
    if (!sent.ok) return
    const { teachers, families } = sent.data
    if (teachers > 0) notifySuccess(`已提醒 ${teachers} 位老师联系 ${families} 个家庭`)
    else {
      notifyWarning(`${row.className}没有分配班主任，提醒发给了您本人：${families} 个家庭尚未确认`)
    }
  }
  const print = (label: string, choice: string) => (
    <Link
      to={`/print/result-letter?planId=${planId}&taskId=${taskId}&classId=${classId}${choice === all ? '' : `&choice=${choice}`}`}
      target="_blank"
    >
      {label}
    </Link>
  )
  const isWaiting = row.printed > row.acknowledged
  return (
    <Flex gap={12} align="center" wrap className={layout.text14}>
      {mayPrint && row.screened > 0 && (
        <>
          {print('打印', all)}
          {row.printed < row.screened && row.printed > 0 && print('打印未打印的', unprinted)}
          {row.corrected > 0 && print('重新打印更正的', corrected)}
        </>
      )}
      <LinkButton
        disabled={!isWaiting}
        loading={remind.sending}
        title={isWaiting ? '提醒班主任联系尚未确认的家庭' : '没有等待确认的家庭'}
        onClick={() => void sendReminder()}
      >
        提醒
      </LinkButton>
    </Flex>
  )
}
