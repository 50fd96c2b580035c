import { type DescriptionsProps, Typography } from 'antd'
import { Sex, StudentStatus, StudentType } from '#contract/core/codes.ts'
import type { OutputOf } from '#contract/core/endpoint.ts'
import { EthnicGroup } from '#contract/core/ethnic-groups.ts'
import type { studentEndpoints } from '#contract/students/endpoints.ts'
import { ageOn } from '#contract/students/identity.ts'
import type { HistoryInfo } from '#contract/students/schemas.ts'
import { formatDate } from '#web/core/format.ts'
import styles from './student-file.module.css'

export type FullNumbers = OutputOf<typeof studentEndpoints.revealStudent>
type Items = NonNullable<DescriptionsProps['items']>
type Person = Pick<
  HistoryInfo,
  | 'sex'
  | 'birthDate'
  | 'studentType'
  | 'status'
  | 'idCard'
  | 'passportNo'
  | 'studentNo'
  | 'nation'
  | 'nativePlace'
  | 'parentName'
  | 'parentPhone'
  | 'areaName'
>

/** Who the student is. Numbers, and above the school names, are masked; `full` holds them for the moment in which they were asked for. */
export function identityItems(person: Person, full?: FullNumbers): Items {
  const { mainland, nonMainland } = StudentType.code
  const secret = (key: Exclude<keyof FullNumbers, 'name'>) => (
    <Secret masked={person[key]} full={full?.[key]} />
  )
  return [
    { key: 'sex', label: '性别', children: Sex.label(person.sex) },
    { key: 'birth', label: '出生日期', children: <BirthDate on={person.birthDate} /> },
    ...(person.studentType === mainland || person.idCard
      ? [{ key: 'idCard', label: '身份证号', children: secret('idCard') }]
      : []),
    ...(person.studentType === nonMainland || person.passportNo
      ? [{ key: 'passport', label: '护照或通行证号', children: secret('passportNo') }]
      : []),
    { key: 'studentNo', label: '学籍号', children: secret('studentNo') },
    { key: 'type', label: '学生类型', children: StudentType.label(person.studentType) },
    { key: 'status', label: '学籍', children: StudentStatus.label(person.status) },
    {
      key: 'nation',
      label: '民族',
      children: <OrBlank text={EthnicGroup.label(person.nation) || person.nation} />,
    },
    { key: 'native', label: '籍贯', children: <OrBlank text={person.nativePlace} /> },
    { key: 'parent', label: '家长姓名', children: secret('parentName') },
    { key: 'phone', label: '家长电话', children: secret('parentPhone') },
    { key: 'area', label: '学校所在区域', children: <OrBlank text={person.areaName} /> },
  ]
}

function BirthDate({ on }: { on: string }) {
  return `${on}（${ageOn(on, formatDate(new Date()))} 岁）`
}

/** On paper a number is masked, whatever the screen shows. */
export function Secret({ masked, full }: { masked: string | null; full?: string | null }) {
  if (!full) return <OrBlank text={masked} />
  return (
    <>
      <Typography.Text strong className={styles.studentFileScreen}>
        {full}
      </Typography.Text>
      <span className={styles.studentFilePaper}>{masked}</span>
    </>
  )
}

function OrBlank({ text }: { text: string | null }) {
  return text || <Typography.Text type="secondary">未填写</Typography.Text>
}
