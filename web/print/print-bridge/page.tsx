import { Alert, Button, Card, Flex, Spin, Typography } from 'antd'
import { Link, useLocation } from 'react-router'
import { mayPrint, misfitOf } from '#contract/exports/paper-access.ts'
import { isOfClasses, mostAtOnce, PaperForm, type PaperFormCode } from '#contract/exports/paper-filter.ts'
import { paperEndpoints } from '#contract/print/endpoints.ts'
import type { ChosenCount } from '#contract/print/paper-schemas.ts'
import { hasBlank } from '#contract/print/sheet-words.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { formatNumber } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { useSession } from '#web/core/session/session-store.ts'
import { useUrlState } from '#web/core/url-state.ts'
import { BackgroundButton } from '../parts/background-button.tsx'
import { hasChoice, PaperAddress } from '../parts/paper-address.ts'
import { hasStages, studentsOf } from '../parts/students-of-form.ts'
import styles from './print-bridge.module.css'

const WHAT: Record<PaperFormCode, string> = {
  registration: '按班级列出名单，检查结果留空，供现场手工填写。',
  'result-record': '按班级列出检查结果、结论、预警级别和建议就诊。',
  survey: '学生常见病监测用：戴镜类型、视力、屈光和需注明的情况。',
  monitor: '教育部视力监测用：与上报表相同的各列。',
  child: '0~6岁儿童十三次眼保健检查，每人一页，附转诊单和回执。',
  'student-report': '每名学生的基本信息、历次筛查、视力和屈光变化曲线。',
  'retest-record': '一项任务的复测：初测、复测、差值和误差发生率。',
  summary: '按年级和性别汇总：受检、视力不良、近视、戴镜和建议就诊。',
}

const TOO_MANY = '人数较多，在后台生成文件，或者按年级、班级打印。'

const fits = (form: PaperFormCode, count: ChosenCount): boolean =>
  !hasStages(form) || studentsOf(form, count) > 0

/** Which form of what was chosen: the way from the lists to paper. */
export function Page() {
  const [{ blank: _blank, form: only, ...choice }] = useUrlState(PaperAddress)
  const { permissions } = useSession()
  const chosen = hasChoice(choice)
  const count = useCall(paperEndpoints.paperStudents, choice, { enabled: chosen })
  const forms = PaperForm.options.filter(({ value }) => only === undefined || value === only)
  const open = forms.filter(
    ({ value }) =>
      count.data !== undefined &&
      misfitOf(value, choice) === null &&
      mayPrint(value, choice, (name) => permissions.has(name)) &&
      fits(value, count.data),
  )
  return (
    <div className={styles.bridge}>
      <Typography.Title level={1} className={layout.text20}>
        选择要打印的表
      </Typography.Title>
      {chosen ? (
        <>
          <Chosen count={count} />
          {count.data && open.length === 0 && <Alert type="info" title="没有适合所选学生的表" />}
          <Flex vertical gap="middle">
            {only === undefined && choice.planId !== undefined && permissions.has('printLetters') && (
              <LetterCard />
            )}
            <Forms forms={open} count={count.data} choice={choice} />
          </Flex>
        </>
      ) : (
        <>
          <Typography.Paragraph type="secondary">
            没有选择学生，可以打印空白表供手工填写。
          </Typography.Paragraph>
          <Forms forms={forms.filter(({ value }) => hasBlank(value))} />
        </>
      )}
    </div>
  )
}

type Count = { data?: ChosenCount; error: Error | null; refetch: () => unknown }

function Chosen({ count: { data, error, refetch } }: { count: Count }) {
  if (error && !data) {
    return (
      <Alert
        type="error"
        showIcon
        title="没有取到所选的学生"
        description={error.message}
        action={<Button onClick={() => void refetch()}>重试</Button>}
      />
    )
  }
  if (!data) return <Spin description="正在统计学生人数" />
  return (
    <Typography.Paragraph type="secondary" aria-live="polite">
      共 {formatNumber(data.students)} 名学生。打开后显示页数，可以直接打印，也可以下载为
      PDF；每次打印都会留下记录。
    </Typography.Paragraph>
  )
}

type FormsProps = {
  forms: readonly { value: PaperFormCode; label: string }[]
  /** Who was chosen; without it the forms are blank. */
  count?: ChosenCount
  choice?: Partial<PaperAddress>
}

function Forms({ forms, count, choice = {} }: FormsProps) {
  const { search } = useLocation()
  const isLarge = (form: PaperFormCode): boolean =>
    count !== undefined && isOfClasses(form) && studentsOf(form, count) > mostAtOnce(form)
  return (
    <Flex vertical gap="middle">
      {forms.map(({ value, label }) => (
        <Card key={value} size="small" title={label}>
          <Flex justify="space-between" align="center" gap="middle">
            <Typography.Text>
              {WHAT[value]}
              {isLarge(value) && TOO_MANY}
            </Typography.Text>
            <Flex gap="small">
              {hasBlank(value) && (
                <Link to={`/print/${value}?blank=true`}>
                  <Button>空白表</Button>
                </Link>
              )}
              {isLarge(value) && <BackgroundButton form={value} asked={choice} />}
              {count && !isLarge(value) && (
                <Link to={`/print/${value}${search}`}>
                  <Button type="primary">打开</Button>
                </Link>
              )}
            </Flex>
          </Flex>
        </Card>
      ))}
    </Flex>
  )
}

function LetterCard() {
  const { search } = useLocation()
  return (
    <Card size="small" title="结果告知书与告家长书">
      <Flex justify="space-between" align="center" gap="middle">
        <Typography.Text>
          按本地区的模板，每名学生一页；结果告知书带二维码，供家长查看和确认。
        </Typography.Text>
        <Link to={`/print/result-letter${search}`}>
          <Button type="primary">打开</Button>
        </Link>
      </Flex>
    </Card>
  )
}
