import { Button, Flex, Form, Input, Typography } from 'antd'
import { readLetterNumber, readTicket } from '#contract/letters/letter-code.ts'
import layout from '#web/core/layout.module.css'
import { DateInput } from '#web/widgets/select/date-input.tsx'

export type Key = { ticket: string } | { letterNo: string; birthDate: string }
type Values = { code: string; birthDate?: string }

const isNumber = (code = ''): boolean => readTicket(code) === null && readLetterNumber(code) !== null

type Props = { sending: boolean; onOpen: (key: Key) => Promise<boolean> }

/** A scanner types the address behind the code and Enter; by hand it is the number, which needs the birth date. */
export function LetterSearch({ sending, onOpen }: Props) {
  const [form] = Form.useForm<Values>()
  const byNumber = isNumber(Form.useWatch('code', form))
  const handleFinish = ({ code, birthDate = '' }: Values) =>
    onOpen(isNumber(code) ? { letterNo: code.trim(), birthDate } : { ticket: code.trim() })
  return (
    <Form<Values> form={form} layout="vertical" onFinish={handleFinish} className={layout.atMost640}>
      <Typography.Paragraph type="secondary">
        请扫描家长所带告知书上的二维码，或输入二维码下方的编号；没有二维码的，输入告知书编号和孩子的出生日期。每次只打开这一名学生，查看会记录在案。
      </Typography.Paragraph>
      <Form.Item
        name="code"
        label="二维码或告知书编号"
        rules={[
          { required: true, whitespace: true, message: '请扫描二维码或输入编号' },
          {
            validator: (_, code: string | undefined) =>
              !code?.trim() || readTicket(code) !== null || readLetterNumber(code) !== null
                ? Promise.resolve()
                : Promise.reject(new Error('编号不完整：二维码下方为26位，告知书编号为数字')),
          },
        ]}
        validateTrigger="onSubmit"
      >
        <Input autoFocus autoComplete="off" maxLength={200} placeholder="将光标放在此处后扫码" />
      </Form.Item>
      {byNumber && (
        <Form.Item
          name="birthDate"
          label="孩子的出生日期"
          rules={[{ required: true, message: '请输入出生日期' }]}
        >
          <DateInput />
        </Form.Item>
      )}
      <Flex gap="small">
        <Button type="primary" htmlType="submit" loading={sending}>
          打开
        </Button>
      </Flex>
    </Form>
  )
}
