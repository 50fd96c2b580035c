import type { InputOf } from '#contract/core/endpoint.ts'
import { recordEndpoints } from '#contract/eyesight/record-endpoints.ts'
import { useSend } from '#web/core/api/use-send.ts'
import { formatNumber } from '#web/core/format.ts'
import { notifySuccess, notifyWarning } from '#web/core/notice.ts'

/** Gives numbers to who has none, and says how many got one. */
export function useFillNumbers() {
  const { send, sending } = useSend(recordEndpoints.fillNumbers, {
    refreshes: [recordEndpoints.classNumbers],
    success: false,
  })
  const fill = async (part: InputOf<typeof recordEndpoints.fillNumbers>): Promise<void> => {
    const answer = await send(part)
    if (!answer.ok) return
    const { given, without } = answer.data
    if (without > 0)
      notifyWarning(
        `已编码 ${formatNumber(given)} 人，还有 ${formatNumber(without)} 人没有空余编码，请逐个填写`,
      )
    else notifySuccess(given > 0 ? `已编码 ${formatNumber(given)} 人` : '学生都已有编码')
  }
  return { fill, filling: sending }
}
