import { codeEnum } from '../core/enums.ts'

/** From here on the renewal of an organisation should be on its way. */
export const ORG_SOON_DAYS = 30

/** Under which terms the people of an approved organisation can work, or why they cannot. */
export const OrgTermState = codeEnum({
  valid: ['valid', '正常'],
  soon: ['soon', '即将到期'],
  expired: ['expired', '已到期'],
  unset: ['unset', '未设有效期'],
  disabled: ['disabled', '停用'],
})
