import { Flex, Form, Radio, Select, Tag } from 'antd'
import { useState } from 'react'
import { eyesightEndpoints } from '#contract/eyesight/endpoints.ts'
import type { Executor } from '#contract/eyesight/task-schemas.ts'
import { useCall } from '#web/core/api/use-call.ts'

type Props = {
  id?: string
  value?: Executor
  onChange?: (executor: Executor | undefined) => void
  /** Where it is about one school, its bound organisations come first. */
  schoolOrgId?: number
}
type By = Executor['by']

/** Who carries the task out: one organisation for all, each school itself, or the one each school is bound to. */
export function ExecutorField({ value, onChange, schoolOrgId }: Props) {
  const [by, setBy] = useState<By>(value?.by ?? 'bound')
  const [keyword, setKeyword] = useState<string>()
  const found = useCall(
    eyesightEndpoints.executorOptions,
    { keyword, schoolOrgId },
    { enabled: by === 'org' },
  )
  const choose = (next: By) => {
    setBy(next)
    onChange?.(next === 'org' ? undefined : { by: next })
  }
  return (
    <Flex vertical gap="small">
      <Radio.Group value={by} onChange={({ target }) => choose(target.value as By)}>
        <Radio value="bound">学校绑定的机构</Radio>
        <Radio value="school">学校自行筛查</Radio>
        <Radio value="org">指定机构</Radio>
      </Radio.Group>
      {by === 'org' && (
        <Form.Item noStyle>
          <Select
            aria-label="承担机构"
            showSearch={{ filterOption: false, onSearch: (text) => setKeyword(text.trim() || undefined) }}
            placeholder="输入名称查找医院或社会筛查机构"
            loading={found.isFetching}
            value={value?.by === 'org' ? value.orgId : undefined}
            onChange={(orgId: number) => onChange?.({ by: 'org', orgId })}
            notFoundContent={found.isFetching ? '正在查找…' : '没有找到可承担的机构'}
            options={found.data?.map(({ orgId, orgName, bound }) => ({
              value: orgId,
              label: (
                <Flex justify="space-between">
                  <span>{orgName}</span>
                  {bound && <Tag>已绑定</Tag>}
                </Flex>
              ),
            }))}
          />
        </Form.Item>
      )}
    </Flex>
  )
}
