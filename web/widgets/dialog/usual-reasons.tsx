import { Button, Flex, Form } from 'antd'

/** Buttons that fill the field `reason` of the surrounding form with a usual reason. */
export function UsualReasons({ reasons }: { reasons: readonly string[] }) {
  const form = Form.useFormInstance()
  return (
    <Flex gap="small" wrap style={{ marginTop: 16 }}>
      {reasons.map((reason) => (
        <Button
          key={reason}
          size="small"
          onClick={() => {
            form.setFieldValue('reason', reason)
            void form.validateFields(['reason'])
          }}
        >
          {reason}
        </Button>
      ))}
    </Flex>
  )
}
