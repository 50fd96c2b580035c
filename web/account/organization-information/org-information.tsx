import {
  Button,
  Card,
  Descriptions,
  type DescriptionsProps,
  type FormInstance,
  Skeleton,
  Typography,
} from 'antd'
import type { ReactNode } from 'react'
import { ApprovalStatus, OrgProperty, OrgType } from '#contract/core/codes.ts'
import type { GovDetail } from '#contract/orgs/schemas.ts'
import { Allowed } from '#web/core/allowed.tsx'
import type { Sent } from '#web/core/api/use-send.ts'
import { useDialog } from '#web/widgets/dialog/use-dialog.tsx'
import { EmptyState } from '#web/widgets/empty-state.tsx'
import { OrgDrawer } from '#web/widgets/org/org-drawer.tsx'
import { ExpiryTag } from './expiry-tag.tsx'
import styles from './organization-information.module.css'

type Items = NonNullable<DescriptionsProps['items']>

type Props<Detail extends GovDetail, Values extends { orgName: string }> = {
  loaded: {
    data: Detail | undefined
    error: unknown
    isFetchedAfterMount: boolean
    refetch: () => Promise<unknown>
  }
  /** What only this type of organisation has. */
  items?: (detail: Detail) => Items
  fields?: ReactNode
  form: FormInstance<Values>
  saving: boolean
  /** `read` is the organisation that the form was filled from. */
  onSave: (values: Values, read: Detail) => Promise<Sent<object>>
}

/** Reads the organisation, and edits it where the permission is held. */
export function OrgInformation<Detail extends GovDetail, Values extends { orgName: string }>(
  props: Props<Detail, Values>,
) {
  const { loaded, items } = props
  const editing = useDialog(OrgDrawer<Detail, Values>, {
    noun: '机构',
    title: '编辑机构信息',
    form: props.form,
    loaded,
    fields: props.fields,
    saving: props.saving,
    onSave: (values, read) => read && props.onSave(values, read),
  })
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
  return (
    <Card
      title="机构信息"
      variant="borderless"
      extra={
        <Allowed any={['orgInformationEdit']}>
          <Button type="primary" onClick={() => editing.show()}>
            编辑
          </Button>
        </Allowed>
      }
    >
      <Descriptions
        column={{ xs: 1, md: 2 }}
        bordered
        size="middle"
        classNames={{ label: styles.label, content: styles.content }}
        items={[...commonItems(org), ...(items?.(org) ?? []).map(orBlank), ...contactItems(org)]}
      />
      {editing.element}
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
