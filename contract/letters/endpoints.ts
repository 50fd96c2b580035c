// Letters to parents: templates, printing, the page that a family opens, what the school sees of it.
import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { WireId } from '../core/wire.ts'
import {
  IssueLetters,
  LetterClass,
  LetterClassQuery,
  LetterPack,
  LetterStudent,
  LetterStudentQuery,
  OpenLetter,
  PublicLetter,
} from './letter-schemas.ts'
import { FAMILY_PATHS } from './paths.ts'
import { SaveTemplate, TemplateKindQuery, TemplateState } from './template-schemas.ts'

const template = { scoped: true, access: ['letterTemplates'] } as const
const tracking = { scoped: true, access: ['letterTracking'] } as const
const family = { method: 'POST', access: 'public', scoped: false, limited: true, input: OpenLetter } as const

export const LETTERS_WITHDRAWN_AT_ONCE = 100

export const letterEndpoints = {
  letterTemplate: endpoint({
    ...template,
    method: 'GET',
    path: '/manager/letter/template',
    summary: '本地区的告知书模板及其历次版本',
    audit: null,
    input: TemplateKindQuery,
    output: TemplateState,
  }),
  saveLetterTemplate: endpoint({
    ...template,
    method: 'POST',
    path: '/manager/letter/template/save',
    summary: '保存告知书模板的新版本，或改回沿用上级与示例',
    audit: 'letter.template',
    input: SaveTemplate,
    output: TemplateState,
  }),
  letterPreview: endpoint({
    ...template,
    method: 'GET',
    path: '/manager/letter/template/preview',
    summary: '预览模板用的一名学生（姓名脱敏）',
    audit: 'letter.preview',
    input: TemplateKindQuery,
    output: LetterPack,
  }),
  issueLetters: endpoint({
    method: 'POST',
    path: '/manager/letter/issue',
    summary: '生成告知书供打印',
    access: ['printLetters'],
    scoped: true,
    audit: 'letter.print',
    input: IssueLetters,
    output: LetterPack,
  }),
  letterClasses: endpoint({
    ...tracking,
    method: 'GET',
    path: '/manager/letter/classes',
    summary: '各班告知书：已打印、已查看、已知晓、待重新打印',
    audit: null,
    input: LetterClassQuery,
    output: z.array(LetterClass),
  }),
  letterStudents: endpoint({
    ...tracking,
    method: 'GET',
    path: '/manager/letter/students',
    summary: '一个班每名学生的告知书',
    audit: 'letter.list',
    input: LetterStudentQuery,
    output: z.array(LetterStudent),
  }),
  withdrawLetters: endpoint({
    method: 'POST',
    path: '/manager/letter/withdraw',
    summary: '作废告知书的二维码',
    access: ['printLetters'],
    scoped: true,
    audit: 'letter.withdraw',
    input: z.object({ letterIds: z.array(WireId).min(1).max(LETTERS_WITHDRAWN_AT_ONCE) }),
    output: z.object({ withdrawn: z.number() }),
  }),
  remindFamilies: endpoint({
    ...tracking,
    method: 'POST',
    path: '/manager/letter/remind',
    summary: '提醒班主任联系尚未确认的家庭',
    audit: 'letter.remind',
    input: LetterStudentQuery,
    output: z.object({ teachers: z.number(), families: z.number() }),
  }),
  openLetter: endpoint({
    ...family,
    path: FAMILY_PATHS.open,
    summary: '家长凭告知书编号和出生日期查看结果',
    audit: 'letter.open',
    output: PublicLetter,
  }),
  acknowledgeLetter: endpoint({
    ...family,
    path: FAMILY_PATHS.acknowledge,
    summary: '家长确认已知晓',
    audit: 'letter.acknowledge',
    output: PublicLetter,
  }),
}
