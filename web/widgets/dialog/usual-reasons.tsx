import { Button, Flex, Form } from 'antd'
import layout from '#web/core/layout.module.css'

/** Buttons that fill the field `reason` of the surrounding form with a usual reason. */
export function UsualReasons({ reasons }: { reasons: readonly string[] }) {
  const form = Form.useFormInstance()
  return (
    <Flex gap="small" wrap className={layout.above16}>
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
