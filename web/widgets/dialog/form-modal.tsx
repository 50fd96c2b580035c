import { Form, type FormProps, type ModalProps } from 'antd'
import { useId } from 'react'
import { PageModal } from './page-modal.tsx'

type Props<Values> = ModalProps &
  Pick<FormProps<Values>, 'form' | 'initialValues' | 'validateTrigger' | 'onFinish'>

/** A dialog around a form: its button sends the form, and so does Enter in a field. */
export function FormModal<Values>({
  form,
  initialValues,
  validateTrigger,
  onFinish,
  ...dialog
}: Props<Values>) {
  const id = useId()
  return (
    <PageModal {...dialog} okButtonProps={{ ...dialog.okButtonProps, htmlType: 'submit', form: id }}>
      <Form<Values>
        // The name keeps the ids of its fields apart from those of a form below.
        name={id}
        form={form}
        layout="vertical"
        initialValues={initialValues}
        validateTrigger={validateTrigger}
        onFinish={onFinish}
      >
        {dialog.children}
      </Form>
    </PageModal>
  )
}
