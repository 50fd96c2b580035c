import { Button, Drawer, Form, type FormInstance } from 'antd'
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { Endpoint } from '#contract/core/endpoint.ts'
import type { AddedOrg, GovDetail } from '#contract/orgs/schemas.ts'
import type { Sent } from '#web/core/api/use-send.ts'
import { takeOver, withoutNulls } from '#web/core/form/take-over.ts'
import { notifyWarning } from '#web/core/notice.ts'
import { areaIdPath, useAreaRange } from '../area/area-range.ts'
import { EmptyState } from '../empty-state.tsx'
import { OrgAdded } from './org-added.tsx'
import { OrgDrawerFooter } from './org-drawer-footer.tsx'
import { OrgContactFields, OrgPlaceFields } from './org-fields.tsx'
import { OrgRejection, useResubmit } from './org-rejection.tsx'

type Base = { orgName: string; area?: string[] }

type Props<Detail extends GovDetail, Values extends Base> = {
  open: boolean
  /** What kind of organisation it is, as people call it. */
  noun: string
  /** Where it is not made from the noun. */
  title?: string
  form: FormInstance<Values>
  /** The organisation to edit, read anew; absent for a new one. */
  loaded?: {
    data: Detail | undefined
    error: unknown
    isFetchedAfterMount: boolean
    refetch: () => Promise<unknown>
  }
  /** The initial values of a new one. */
  initial?: Partial<Values>
  /** Fields that only this kind of organisation has. */
  fields?: ReactNode
  saving: boolean
  /** Lists that show whether it is approved. */
  refreshes?: Endpoint[]
  onClose: () => void
  /** Adds a new one (answered by `AddedOrg`), or saves `org` as it was read. */
  onSave: (values: Values, org: Detail | undefined) => Promise<Sent<object>> | undefined
}

/** Adds an organisation, or changes one. Mounted anew for each opening, so that it never shows what it read before. */
export function OrgDrawer<Detail extends GovDetail, Values extends Base>(props: Props<Detail, Values>) {
  const { open, noun, loaded, saving, onClose } = props
  const formId = useId()
  const [added, setAdded] = useState<{ shown: boolean; values: Values; org: AddedOrg }>()
  // Each source fills the form once, though its fields and effects begin again whenever a cached page is shown again.
  const filledFrom = useRef<Detail | Values | undefined | null>(null)
  const org = loaded?.isFetchedAfterMount ? loaded.data : undefined
  const failed = loaded?.isFetchedAfterMount === true && !org

  const { rejected, resubmit, resubmitting } = useResubmit(org, props.refreshes)
  // Which of the two buttons sent the form.
  const submitting = useRef(false)

  const handleFinish = async (values: Values) => {
    const sent = await props.onSave(values, org)
    if (!sent) return
    if (sent.ok && submitting.current && !(await resubmit())) void loaded?.refetch()
    else if (sent.ok && loaded) onClose()
    else if (sent.ok && isAdded(sent.data)) setAdded({ shown: true, values, org: sent.data })
  }
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={props.title ?? (loaded ? `编辑${noun}` : `新增${noun}`)}
      size={600}
      destroyOnHidden
      mask={{ closable: false }}
      loading={loaded !== undefined && !loaded.isFetchedAfterMount}
      footer={
        !added?.shown &&
        !failed && (
          <OrgDrawerFooter
            formId={formId}
            isNew={loaded === undefined}
            rejected={rejected}
            saving={saving}
            resubmitting={resubmitting}
            onClose={onClose}
            onSubmit={(again) => {
              submitting.current = again
            }}
          />
        )
      }
    >
      {failed && (
        <EmptyState
          title={`${noun}信息加载失败`}
          action={<Button onClick={() => void loaded.refetch()}>重试</Button>}
        />
      )}
      {added?.shown && (
        <OrgAdded
          noun={noun}
          orgName={added.values.orgName}
          org={added.org}
          onMore={() => setAdded({ ...added, shown: false })}
          onClose={onClose}
        />
      )}
      {org && rejected && <OrgRejection orgId={org.orgId} />}
      {!failed && !added?.shown && (
        <OrgForm
          {...props}
          {...{ org, filledFrom }}
          id={formId}
          last={added?.values}
          onFinish={handleFinish}
        />
      )}
    </Drawer>
  )
}

const isAdded = (data: object): data is AddedOrg => 'orgId' in data && 'status' in data

type FormProps<Detail extends GovDetail, Values extends Base> = Pick<
  Props<Detail, Values>,
  'open' | 'form' | 'fields' | 'initial'
> & {
  id: string
  org: Detail | undefined
  filledFrom: RefObject<Detail | Values | undefined | null>
  /** The one added just before: the next is often in the same area. */
  last: Values | undefined
  onFinish: (values: Values) => Promise<void>
}

function OrgForm<Detail extends GovDetail, Values extends Base>(props: FormProps<Detail, Values>) {
  const { open, form, fields, initial, id, org, last, filledFrom, onFinish } = props
  const range = useAreaRange()
  // A district has no parts to choose from.
  const place = range?.regionId ? areaIdPath(range) : undefined
  useEffect(() => {
    const source = org ?? last
    // What comes in while it slides away after saving is what was just saved.
    if (!open || filledFrom.current === source) return
    const before = filledFrom.current
    filledFrom.current = source
    if (org && before) {
      notifyWarning('已载入最新内容，您填写的内容保留，请核对后再保存')
      return takeOver(form, before, org)
    }
    form.resetFields()
    const values = org ? withoutNulls(org) : last && { area: last.area }
    if (values) form.setFieldsValue(values as Parameters<typeof form.setFieldsValue>[0])
  }, [open, form, org, last, filledFrom])
  return (
    <Form<Values>
      form={form}
      name={id}
      layout="vertical"
      initialValues={org ? withoutNulls(org) : { ...initial, area: place }}
      onFinish={onFinish}
      scrollToFirstError
    >
      <OrgPlaceFields org={org} />
      {fields}
      <OrgContactFields />
    </Form>
  )
}
