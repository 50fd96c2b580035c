import type { ApiError } from '#web/core/api/call.ts'

const MISSING = 650
/** What the server says of anything that is not there, or not for the caller. */
const UNNAMED = '数据不存在'

/** Why a wall shows nothing, and what can be done about it. */
export const errorText = ({ code, message }: ApiError): string =>
  code === MISSING && message === UNNAMED
    ? '这次计划或这个地方不在您的范围内，请在左上角选择其他计划。'
    : message
