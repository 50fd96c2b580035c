// Warnings and their rules (screens under /warning).
import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { UnitQuery } from '../eyesight/figures/figure-schemas.ts'
import {
  PreviewSetting,
  SaveSetting,
  SettingPreview,
  SettingReview,
  SettingState,
} from './setting-schemas.ts'
import {
  Acted,
  ActOnWarnings,
  CloseWarnings,
  NotifyWarnings,
  Reminded,
  RemindWarnings,
  ReopenWarnings,
  WarningDetail,
  WarningDetailQuery,
  WarningPage,
  WarningQuery,
  WarningSummary,
} from './warning-schemas.ts'

const reading = { method: 'GET', access: ['warnings'], scoped: true } as const
const acting = { method: 'POST', access: ['warningAct'], scoped: true, output: Acted } as const
const setting = { access: ['warningSettings'], scoped: true } as const

export const warningEndpoints = {
  warningPage: endpoint({
    ...reading,
    path: '/manager/warning/page',
    summary: '预警名单：学生、班级、学校、地区',
    audit: 'warning.list',
    input: WarningQuery,
    output: WarningPage,
  }),
  warningSummary: endpoint({
    ...reading,
    path: '/manager/warning/summary',
    summary: '各级各状态的预警数与逾期数',
    audit: null,
    input: UnitQuery,
    output: WarningSummary,
  }),
  warningDetail: endpoint({
    ...reading,
    path: '/manager/warning/detail',
    summary: '一条预警：原因、读数、经过',
    audit: 'warning.view',
    input: WarningDetailQuery,
    output: WarningDetail,
  }),
  notifyWarnings: endpoint({
    ...acting,
    path: '/manager/warning/notify',
    summary: '登记已通知家长',
    audit: 'warning.notify',
    input: NotifyWarnings,
  }),
  remindWarnings: endpoint({
    ...acting,
    path: '/manager/warning/remind',
    summary: '提醒班主任联系家长；没有班主任的，提醒年级组长或学校管理员',
    audit: 'warning.remind',
    input: RemindWarnings,
    output: Reminded,
  }),
  actOnWarnings: endpoint({
    ...acting,
    path: '/manager/warning/act',
    summary: '登记干预',
    audit: 'warning.act',
    input: ActOnWarnings,
  }),
  closeWarnings: endpoint({
    ...acting,
    path: '/manager/warning/close',
    summary: '关闭预警',
    audit: 'warning.close',
    input: CloseWarnings,
  }),
  reopenWarnings: endpoint({
    ...acting,
    path: '/manager/warning/reopen',
    summary: '重新打开预警',
    audit: 'warning.reopen',
    input: ReopenWarnings,
  }),
  warningSetting: endpoint({
    ...setting,
    method: 'GET',
    path: '/manager/warning/setting',
    summary: '本地区的预警规则及其历次版本',
    audit: null,
    input: z.object({}),
    output: SettingState,
  }),
  warningReview: endpoint({
    ...setting,
    method: 'GET',
    path: '/manager/warning/setting/review',
    summary: '按新版预警规则重新判定的进度和结果',
    audit: null,
    input: z.object({}),
    output: SettingReview.nullable(),
  }),
  saveWarningSetting: endpoint({
    ...setting,
    method: 'POST',
    path: '/manager/warning/setting/save',
    summary: '保存预警规则的新版本',
    audit: 'warning.setting',
    input: SaveSetting,
    output: SettingState,
  }),
  previewWarningSetting: endpoint({
    ...setting,
    method: 'POST',
    path: '/manager/warning/setting/preview',
    summary: '按这些规则现在会预警多少学生和单位',
    audit: null,
    input: PreviewSetting,
    output: SettingPreview,
  }),
}
