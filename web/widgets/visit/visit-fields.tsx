import { Checkbox, Col, Form, Input, InputNumber, Row, Select } from 'antd'
import { Fragment } from 'react'
import { SIDE_NAMES, SIDES } from '#contract/eyesight/reading.ts'
import { Treatment } from '#contract/eyesight/treatment.ts'
import {
  HOSPITAL_NAME_MAX,
  VISIT_NUMBERS,
  VISIT_TEXT_MAX,
  VisitForm,
} from '#contract/visits/visit-schemas.ts'
import { rulesOf } from '#web/core/form/rules-of.ts'
import { today } from '#web/core/format.ts'
import layout from '#web/core/layout.module.css'
import { DateInput } from '../select/date-input.tsx'
import styles from './visit.module.css'

const COLUMNS = [
  ['sphere', '球镜 D'],
  ['cylinder', '柱镜 D'],
  ['axis', '轴位 °'],
  ['corrected', '矫正视力'],
  ['axial', '眼轴 mm'],
] as const
const CYCLOPLEGIC = [
  { value: true, label: '散瞳' },
  { value: false, label: '未散瞳' },
]

type Props = {
  /** The day of the screening that the visit follows. */
  checkedOn?: string
  /** A hospital records under its own name. */
  ownHospital?: string
}

/** The fields of a visit, under `visit` of the form around them; everything but the day and the hospital may be empty. */
export function VisitFields({ checkedOn, ownHospital }: Props) {
  return (
    <>
      <Row gutter={16}>
        <Col xs={24} sm={8}>
          <Form.Item
            name={['visit', 'visitedOn']}
            label="就诊日期"
            rules={rulesOf(VisitForm, 'visitedOn', '请选择就诊日期')}
          >
            <DateInput min={checkedOn} max={today()} placeholder={`如 ${today()}`} />
          </Form.Item>
        </Col>
        <Col xs={24} sm={16}>
          {ownHospital === undefined ? (
            <Form.Item
              name={['visit', 'hospitalName']}
              label="就诊医院"
              rules={[{ required: true, whitespace: true, message: '请填写医院名称' }]}
            >
              <Input maxLength={HOSPITAL_NAME_MAX} placeholder="医院名称" />
            </Form.Item>
          ) : (
            <Form.Item label="就诊医院">{ownHospital}</Form.Item>
          )}
        </Col>
      </Row>
      <EyeFields />
      <Row gutter={16}>
        <Col xs={24} sm={8}>
          <Form.Item name={['visit', 'cycloplegic']} label="验光方式">
            <Select allowClear options={CYCLOPLEGIC} placeholder="是否散瞳" />
          </Form.Item>
        </Col>
        <Col xs={24} sm={16}>
          <Form.Item name={['visit', 'diagnosis']} label="诊断" rules={rulesOf(VisitForm, 'diagnosis')}>
            <Input maxLength={VISIT_TEXT_MAX} placeholder="如 双眼近视" />
          </Form.Item>
        </Col>
      </Row>
      <Form.Item name={['visit', 'treatments']} label="处理">
        <Checkbox.Group options={Treatment.options} />
      </Form.Item>
      <Row gutter={16}>
        <Col xs={24} sm={8}>
          <Form.Item name={['visit', 'nextOn']} label="下次复查">
            <DateInput min={checkedOn} placeholder="如 2027-03-01" />
          </Form.Item>
        </Col>
        <Col xs={24} sm={16}>
          <Form.Item name={['visit', 'remark']} label="备注" rules={rulesOf(VisitForm, 'remark')}>
            <Input maxLength={VISIT_TEXT_MAX} />
          </Form.Item>
        </Col>
      </Row>
    </>
  )
}

const EyeFields = () => (
  <div className={styles.eyes}>
    <span />
    {COLUMNS.map(([name, title]) => (
      <span key={name}>{title}</span>
    ))}
    {SIDES.map((side) => (
      <Fragment key={side}>
        <span className={styles.eye}>{SIDE_NAMES[side]}眼</span>
        {COLUMNS.map(([name]) => {
          const key = `${name}${side}` as const
          return (
            <Form.Item key={key} name={['visit', key]} rules={rulesOf(VisitForm, key)}>
              <InputNumber
                aria-label={VISIT_NUMBERS[key].label}
                controls={false}
                step={VISIT_NUMBERS[key].step}
                className={layout.fullWidth}
              />
            </Form.Item>
          )
        })}
      </Fragment>
    ))}
  </div>
)
