import {
  Button,
  Card,
  Descriptions,
  type DescriptionsProps,
  type FormInstance,
  Skeleton,
  Typography,
} from 'antd'
import { type ReactNode, useState } from 'react'
import { ApprovalStatus, OrgProperty, OrgType } from '#contract/core/codes.ts'
import type { GovDetail } from '#contract/orgs/schemas.ts'
import { Allowed } from '#web/core/allowed.tsx'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { EditOrgDrawer } from './edit-org-drawer.tsx'
import { ExpiryTag } from './expiry-tag.tsx'

type Items = NonNullable<DescriptionsProps['items']>

type Props<Detail extends GovDetail, Values extends object> = {
  loaded: { data: Detail | undefined; error: unknown; refetch: () => Promise<unknown> }
  /** What only this type of organisation has. */
  items?: (detail: Detail) => Items
  fields?: ReactNode
  form: FormInstance<Values>
  saving: boolean
  /** `read` is the organisation as it was when editing began. */
  onSave: (values: Values, read: Detail) => Promise<{ ok: boolean }>
}

/** Reads the organisation, and edits it where the permission is held. */
export function OrgInformation<Detail extends GovDetail, Values extends object>(
  props: Props<Detail, Values>,
) {
  const { loaded, items } = props
  const [editing, setEditing] = useState<{ open: boolean; read?: Detail }>({ open: false })
  const org = loaded.data
  if (loaded.error && !org) {
    return (
      <EmptyState
        title="机构信息加载失败"
        action={<Button onClick={() => void loaded.refetch()}>重试</Button>}
      />
    )
  }
  if (!org) return <Skeleton active />
  const shut = () => setEditing((state) => ({ ...state, open: false }))
  return (
    <Card
      title="机构信息"
      variant="borderless"
      extra={
        <Allowed any={['orgInformationEdit']}>
          <Button type="primary" onClick={() => setEditing({ open: true, read: org })}>
            编辑
          </Button>
        </Allowed>
      }
    >
      <Descriptions
        column={{ xs: 1, md: 2 }}
        bordered
        size="middle"
        styles={{ label: { width: 130 }, content: { width: 'calc(50% - 130px)' } }}
        items={[...commonItems(org), ...(items?.(org) ?? []).map(orBlank), ...contactItems(org)]}
      />
      {editing.read && (
        <EditOrgDrawer
          key={editing.read.version}
          open={editing.open}
          org={editing.read}
          form={props.form}
          fields={props.fields}
          saving={props.saving}
          onClose={shut}
          onFinish={async (values) => {
            const read = editing.read
            if (!read) return
            if ((await props.onSave(values, read)).ok) shut()
            else void loaded.refetch()
          }}
        />
      )}
    </Card>
  )
}

const orBlank = (item: Items[number]): Items[number] => ({
  ...item,
  children: item.children || <Typography.Text type="secondary">未填写</Typography.Text>,
})

function commonItems(org: GovDetail): Items {
  return [
    { key: 'name', label: '机构全称', children: org.orgName, span: 'filled' },
    { key: 'kind', label: '机构类型', children: OrgType.label(org.orgType) },
    { key: 'property', label: '机构属性', children: OrgProperty.label(org.orgProperty) },
    { key: 'status', label: '审核状态', children: ApprovalStatus.label(org.status) },
    { key: 'expiry', label: '有效期至', children: <ExpiryTag expiresOn={org.expiresOn} /> },
  ]
}

function contactItems(org: GovDetail): Items {
  return [
    { key: 'area', label: '所在区域', children: org.areaName },
    { key: 'address', label: '详细地址', children: org.address },
    { key: 'contact', label: '联系人', children: org.contactName },
    { key: 'phone', label: '联系电话', children: org.contactPhone },
  ].map(orBlank)
}
