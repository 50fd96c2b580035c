import { reportEndpoints } from '#contract/reports/endpoints.ts'
import { useSend } from '#web/core/api/use-send.ts'

/** Shares inside the organisation or stops it; hands on the new version. */
export function useShare(onVersion: (version: number) => void) {
  const { send, sending } = useSend(reportEndpoints.shareDesign, {
    refreshes: [reportEndpoints.designList, reportEndpoints.designDetail],
    success: false,
  })
  return {
    sending,
    send: async (input: Parameters<typeof send>[0]) => {
      const sent = await send(input)
      if (sent.ok) onVersion(sent.data.version)
    },
  }
}
