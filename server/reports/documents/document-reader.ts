/** Who downloads a document and when; printed at its end. */
export type DocumentReader = {
  realName: string
  account: string
  orgName: string
  /** As it shall be read. */
  at: string
}

export const readerWords = ({ realName, account, orgName, at }: DocumentReader): string =>
  `${[orgName, `${realName}（${account}）`].filter(Boolean).join(' ')} ${at} 导出`
