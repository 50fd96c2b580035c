import { Button, Flex, Spin } from 'antd'
import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router'
import {
  isOfChildren,
  isOfClasses,
  mostAtOnce,
  PaperForm,
  type PaperFormCode,
} from '#contract/exports/paper-filter.ts'
import { paperEndpoints } from '#contract/print/endpoints.ts'
import { bookmarkOf, pagesOf } from '#contract/print/paper-forms.ts'
import type { PaperQuery, PaperSheet } from '#contract/print/paper-schemas.ts'
import { blankSheets, hasBlank } from '#contract/print/sheet-words.ts'
import { useCall } from '#web/core/api/use-call.ts'
import { useDownload } from '#web/core/api/use-download.ts'
import { formatNumber } from '#web/core/format.ts'
import { useUrlState } from '#web/core/url-state.ts'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { BackgroundButton } from './background-button.tsx'
import { hasChoice, PaperAddress } from './paper-address.ts'
import { PrintedPages } from './printed-pages.tsx'
import { studentsOf } from './students-of-form.ts'

/** A form as it is printed: for what the address names, or blank to be filled in by hand. */
export function PaperPage({ form }: { form: PaperFormCode }) {
  const [{ blank, form: _form, ...asked }] = useUrlState(PaperAddress)
  if (blank && hasBlank(form)) return <Paper form={form} sheets={blankSheets(form)} />
  if (!hasChoice(asked)) {
    return (
      <EmptyState
        title="没有选择要打印的学生"
        hint="请从学生名单、班级筛查或任务详情中打开打印"
        action={<Link to="/eyesight/task-list">去筛查任务</Link>}
      />
    )
  }
  return <Loaded form={form} asked={asked} />
}

type Asked = Omit<PaperQuery, 'form'>

const NOBODY: Partial<Record<PaperFormCode, string>> = {
  child: '该表只用于幼儿园的儿童',
  monitor: '教育部视力监测不含所选学生的学段',
  'retest-record': '还没有抽取复测的学生，或者所选的班级没有抽到',
  'student-report': '参加筛查后，学生才有档案可以打印',
}

function Loaded({ form, asked }: { form: PaperFormCode; asked: Asked }) {
  const query = { ...asked, form }
  const found = useCall(paperEndpoints.paperSheets, query)
  const file = useDownload(paperEndpoints.paperFile, 'PDF 已下载')
  const download = (
    <Button loading={file.downloading} onClick={() => void file.download(query)}>
      下载 PDF
    </Button>
  )
  if (found.error && !found.data) {
    return (
      <EmptyState
        title="没有取到要打印的内容"
        hint={found.error.message}
        action={
          <Flex gap="small" justify="center">
            <Button onClick={() => void found.refetch()}>重试</Button>
            <Instead form={form} asked={asked} download={download} />
          </Flex>
        }
      />
    )
  }
  if (!found.data) return <Spin description="正在准备打印内容" fullscreen />
  const students = studentsOn(form, found.data)
  if (found.data.length === 0 || students === 0) {
    return (
      <EmptyState title="没有可以打印的学生" hint={NOBODY[form] ?? '任务开始后，名单中的学生会列在这里'} />
    )
  }
  return (
    <Paper
      form={form}
      sheets={found.data}
      students={students}
      chosen={asked.studentIds?.length}
      download={download}
    />
  )
}

type InsteadProps = { form: PaperFormCode; asked: Asked; download: ReactNode }

/** What can be done with more children than the screen shows: a file at once, or in the background. */
function Instead({ form, asked, download }: InsteadProps) {
  const { data } = useCall(paperEndpoints.paperStudents, asked)
  if (!data || !isOfClasses(form)) return null
  if (studentsOf(form, data) > mostAtOnce(form)) return <BackgroundButton form={form} asked={asked} />
  return isOfChildren(form) ? download : null
}

/** Null where it is a form of numbers. */
function studentsOn(form: PaperFormCode, sheets: readonly PaperSheet[]): number | null {
  if (form === 'summary') return null
  return isOfChildren(form) ? sheets.length : sheets.reduce((sum, { rows }) => sum + rows.length, 0)
}

type PaperProps = {
  form: PaperFormCode
  sheets: readonly PaperSheet[]
  students?: number | null
  /** How many were chosen one by one. */
  chosen?: number
  download?: ReactNode
}

function Paper({ form, sheets, students = null, chosen, download }: PaperProps) {
  const drawn = useMemo(
    () => sheets.flatMap((sheet) => pagesOf(form, sheet).map((page, nth) => ({ page, sheet, nth }))),
    [form, sheets],
  )
  const title = PaperForm.label(form)
  const landscape = drawn.some(({ page }) => page.width > page.height)
  const left = students === null || chosen === undefined ? 0 : chosen - students
  const note = [
    students !== null && `${formatNumber(students)} 名学生，`,
    `${formatNumber(sheets.length)} 张表，共 ${formatNumber(drawn.length)} 页，A4 ${landscape ? '横向' : '纵向'}`,
    left > 0 && `；另有 ${formatNumber(left)} 名所选学生没有可打印的内容`,
  ]
  return (
    <PrintedPages
      title={title}
      note={note.filter(Boolean).join('')}
      actions={download}
      pages={drawn.map(({ page, sheet, nth }, at) => ({
        // Two children may have one name.
        key: String(at),
        page,
        label: `${title} ${bookmarkOf(sheet)} 第${nth + 1}页`,
      }))}
    />
  )
}
