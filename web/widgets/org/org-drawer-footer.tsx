import { Button, Flex } from 'antd'

type Props = {
  formId: string
  isNew: boolean
  /** Was refused: it can be saved alone, or saved and submitted again. */
  rejected: boolean
  saving: boolean
  resubmitting: boolean
  onClose: () => void
  /** Just before the form is sent. */
  onSubmit: (again: boolean) => void
}

export function OrgDrawerFooter({ formId, isNew, rejected, saving, resubmitting, ...on }: Props) {
  const submit = { htmlType: 'submit', form: formId } as const
  return (
    <Flex justify="flex-end" gap="small">
      <Button onClick={on.onClose}>取消</Button>
      <Button
        {...submit}
        type={rejected ? 'default' : 'primary'}
        loading={saving}
        disabled={resubmitting}
        onClick={() => on.onSubmit(false)}
      >
        {isNew ? '新增' : '保存'}
      </Button>
      {rejected && (
        <Button
          {...submit}
          type="primary"
          loading={resubmitting}
          disabled={saving}
          onClick={() => on.onSubmit(true)}
        >
          保存并重新提交
        </Button>
      )}
    </Flex>
  )
}
