/** What the client does in addition to showing the message (spec §8 "Handling"). */
export type ErrorEffect = 'signOut' | 'refreshPermissions'
type ErrorEntry = { readonly message: string; readonly http?: number; readonly effect?: ErrorEffect }

/** The catalogue of spec §8. Entries with `http` are transport errors. */
export const ERRORS = {
  400: { message: '请求错误', http: 400 },
  401: { message: '认证失败', http: 401 },
  403: { message: '没有权限，请联系管理员', http: 403 },
  404: { message: '请求的资源不存在', http: 404 },
  408: { message: '请求超时，请重试', http: 408 },
  413: { message: '提交的内容过大', http: 413 },
  414: { message: '请求地址过长', http: 414 },
  415: { message: '不支持的内容类型', http: 415 },
  429: { message: '操作过于频繁，请稍后再试', http: 429 },
  431: { message: '请求头过大', http: 431 },
  470: { message: '系统异常', http: 470 },
  500: { message: '服务器错误', http: 500 },
  503: { message: '服务暂不可用，请稍后再试', http: 503 },
  600: { message: '登录已失效，请重新登录', effect: 'signOut' },
  601: { message: '登录已过期，请重新登录', effect: 'signOut' },
  602: { message: '账号没有权限', effect: 'refreshPermissions' },
  603: { message: '账号或密码错误' },
  604: { message: '账号或密码错误' },
  605: { message: '账号已锁定或未启用', effect: 'signOut' },
  606: { message: '退出登录失败' },
  607: { message: '原密码错误' },
  608: { message: '没有后台权限' },
  609: { message: '登录失败' },
  610: { message: '图形验证码错误' },
  611: { message: '图形验证码已过期' },
  612: { message: '账号异常，请重新登录', effect: 'signOut' },
  613: { message: '账号未绑定机构' },
  614: { message: '登录已过期，请重新登录', effect: 'signOut' },
  616: { message: '访问超出授权范围', effect: 'signOut' },
  620: { message: '手机号码格式有误' },
  621: { message: '身份证号格式错误' },
  622: { message: '密码格式错误' },
  623: { message: '姓名格式错误' },
  624: { message: '账号格式错误' },
  650: { message: '数据不存在' },
  651: { message: '机构不存在' },
  652: { message: '用户不存在' },
  653: { message: '用户名已存在' },
  654: { message: '手机号码已存在' },
  655: { message: '身份证号已存在' },
  656: { message: '超级管理员数量已满' },
  657: { message: '管理员数量已满' },
  658: { message: '筛查员数量已满' },
  659: { message: '机构没有管理员，请联系客服热线400-1877-888' },
  660: { message: '手机号码未注册' },
  661: { message: '业务组已绑定机构，不能删除' },
  662: { message: '机构没有业务组' },
  663: { message: '机构没有数据范围' },
  664: { message: '权限组不存在' },
  665: { message: '业务组不存在' },
  666: { message: '权限组名称已存在' },
  667: { message: '业务组名称已存在' },
  668: { message: '数据范围不存在' },
  669: { message: '机构已过期' },
  670: { message: '机构未设置有效期' },
  671: { message: '机构尚未审核通过' },
  672: { message: '获取用户信息失败' },
  673: { message: '已绑定机构的管理员数量超过填写的数量' },
  674: { message: '机构没有权限组' },
  675: { message: '所选权限组的超级管理员数量小于机构现有数量' },
  676: { message: '所选权限组的管理员数量小于机构现有数量' },
  677: { message: '所选权限组的筛查员数量小于机构现有数量' },
  678: { message: '二维码已过期' },
  700: { message: '操作失败，请重试' },
  701: { message: '短信发送失败' },
  702: { message: '今日短信发送次数已达上限' },
  703: { message: '短信验证码已过期' },
  704: { message: '短信验证码错误' },
} as const satisfies Record<number, ErrorEntry>

/**
 * Refusals on which a screen acts, outside the spec's catalogue: no standing message is mapped from them, so the
 * server's own sentence is shown.
 */
export const REFUSALS = {
  /** Somebody else was faster with the same thing: the screen reads again what it shows, typed text stays. */
  changedMeanwhile: 801,
  /** The state of a plan, task, application… does not (any longer) allow it: the screen reads again what it shows. */
  notInThisState: 802,
  /** What was previewed would now be done differently: the screen makes the preview anew before it is confirmed. */
  previewOutdated: 803,
  /** The user has as many export tasks under way as allowed: the screen leads to the list of them. */
  tooManyOpenExports: 804,
  /** An SMS code was sent a moment ago: the button counts the remaining seconds down. */
  smsTooSoon: 805,
  /** The user has seen as many full numbers as allowed for now: the dialog closes. */
  tooManyReveals: 806,
  /** The user has looked for as many full numbers as allowed in a minute: typed text stays for another try. */
  tooManyNumberSearches: 811,
  /** The file is of use only in full, which the user may not have or did not ask for: the dialog says who can. */
  neededInFull: 821,
  /** The code of the authenticator is wrong or was used before: the field is marked, another try is possible. */
  wrongTotpCode: 831,
} as const

export type RefusalName = keyof typeof REFUSALS
export type ErrorCode = keyof typeof ERRORS | (typeof REFUSALS)[RefusalName]

/** Spec §8: the message mapped from the code, else the server's, else 系统异常. */
export function messageOf(code: number, serverMessage?: string): string {
  return entryOf(code)?.message ?? (serverMessage || '系统异常')
}

export function effectOf(code: number): ErrorEffect | undefined {
  return entryOf(code)?.effect
}

/** The HTTP status an answer with this code travels under; business codes travel under 200. */
export function httpStatusOf(code: number): number {
  return entryOf(code)?.http ?? 200
}

function entryOf(code: number): ErrorEntry | undefined {
  return code in ERRORS ? ERRORS[code as keyof typeof ERRORS] : undefined
}

export type FieldIssue = { path: (string | number)[]; message: string }

/** Anything a user can cause. `detail` replaces the code's standing message where it says more. */
export class BizError extends Error {
  readonly code: ErrorCode
  readonly issues: FieldIssue[]
  constructor(code: ErrorCode, detail?: string, issues: FieldIssue[] = []) {
    super(detail ?? messageOf(code))
    this.code = code
    this.issues = issues
  }
}

/** A refusal on which the screen acts; its sentence is what the user reads. */
export class Refusal extends BizError {
  constructor(name: RefusalName, sentence: string) {
    super(REFUSALS[name], sentence)
  }
}
