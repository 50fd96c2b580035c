import { Col, Form, Input, Row, Switch } from 'antd'
import { SelectRadio } from '#web/widgets/select/select-radio.tsx'

const at = (bound: string) => [
  { value: '<', label: `小于 ${bound}` },
  { value: '<=', label: `小于或等于 ${bound}` },
]
const DEGREES = [
  { value: 3, label: '低、中、高三级' },
  { value: 2, label: '低、高两级' },
]
const HYPEROPIA = [
  { value: 'age', label: '按年龄' },
  { value: 'fixed', label: '统一为 +2.00D 及以上' },
]

/** The lines themselves, for a standard that is none of the known ones. */
export function ProfileFields({ hidden, disabled }: { hidden: boolean; disabled: boolean }) {
  return (
    <Row gutter={24} style={{ display: hidden ? 'none' : undefined }}>
      <Col span={12}>
        <Form.Item
          name={['profile', 'name']}
          label="标准名称"
          rules={[{ required: true, message: '请填写标准名称' }]}
        >
          <Input maxLength={30} disabled={disabled} />
        </Form.Item>
      </Col>
      <Col span={12}>
        <Form.Item name={['profile', 'degrees']} label="近视分级">
          <SelectRadio options={DEGREES} disabled={disabled} />
        </Form.Item>
      </Col>
      <Col span={12}>
        <Form.Item name={['profile', 'myopiaOp']} label="近视：等效球镜">
          <SelectRadio options={at('-0.50D')} disabled={disabled} />
        </Form.Item>
      </Col>
      <Col span={12}>
        <Form.Item name={['profile', 'midOp']} label="中度近视：等效球镜">
          <SelectRadio options={at('-3.00D')} disabled={disabled} />
        </Form.Item>
      </Col>
      <Col span={12}>
        <Form.Item name={['profile', 'highOp']} label="高度近视：等效球镜">
          <SelectRadio options={at('-6.00D')} disabled={disabled} />
        </Form.Item>
      </Col>
      <Col span={12}>
        <Form.Item name={['profile', 'hyperopiaRule']} label="远视">
          <SelectRadio options={HYPEROPIA} disabled={disabled} />
        </Form.Item>
      </Col>
      <Col span={12}>
        <Form.Item
          name={['profile', 'orthoKPoor']}
          label="角膜塑形镜佩戴者计入视力不良"
          valuePropName="checked"
        >
          <Switch disabled={disabled} />
        </Form.Item>
      </Col>
    </Row>
  )
}
