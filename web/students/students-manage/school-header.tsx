import { Button, Flex, Typography } from 'antd'
import { Link } from 'react-router'
import { Allowed } from '#web/core/allowed.tsx'
import layout from '#web/core/layout.module.css'
import { Panel } from '#web/widgets/panel.tsx'
import { SchoolSelect } from '../parts/school-select.tsx'
import { type Found, placeNames, type RosterPlace } from './places/roster-place.ts'
import { StatisticsStrip } from './statistics-strip.tsx'
import type { StartTask } from './task.ts'
import type { School } from './use-school.ts'

type Props = {
  school: School
  place: RosterPlace
  /** The place in names, once the grades are known. */
  found: Found
  onSchool: (orgId: number | undefined) => void
  onTask: StartTask
}

/** Which school, which part of it, and how many are there. */
export function SchoolHeader({ school, place, found, onSchool, onTask }: Props) {
  const one = school.orgId === undefined ? undefined : { orgId: school.orgId, orgName: school.orgName }
  return (
    <Panel>
      <Flex justify="space-between" align="center" gap="middle" wrap className={layout.tall40}>
        <Flex align="center" gap="small" wrap>
          {school.own ? (
            <SchoolName name={school.orgName ?? ''} />
          ) : (
            <SchoolSelect
              aria-label="学校"
              value={school.orgId}
              knownName={school.orgName}
              onChange={onSchool}
              placeholder="全部学校，输入名称选择一所"
              className={layout.width300}
            />
          )}
          {placeNames(found).map((name) => (
            <Typography.Text key={name}>› {name}</Typography.Text>
          ))}
        </Flex>
        {school.orgId === undefined && (
          <Flex align="center" gap="middle">
            <Typography.Text type="secondary">选择一所学校，管理它的年级、班级和学生</Typography.Text>
            <ImportButton onClick={() => onTask({ kind: 'import' })} />
          </Flex>
        )}
        {school.orgId !== undefined && (
          <Flex align="center" gap="large" wrap>
            <StatisticsStrip query={{ orgId: school.orgId, ...place }} />
            <Flex gap="small" align="center">
              <Allowed any={['studentHistory']}>
                <Link to={`/schools/student-history?orgId=${school.orgId}`} className={layout.after8}>
                  转出与毕业学生
                </Link>
              </Allowed>
              <ImportButton onClick={() => onTask({ kind: 'import', school: one })} />
              <Allowed any={['importDivision']}>
                <Button onClick={() => onTask({ kind: 'division', school: one })}>学年分班</Button>
              </Allowed>
              <Allowed any={['studentPromote']}>
                <Button onClick={() => onTask({ kind: 'advance' })}>学年升级</Button>
              </Allowed>
            </Flex>
          </Flex>
        )}
      </Flex>
    </Panel>
  )
}

function SchoolName({ name }: { name: string }) {
  return (
    <Typography.Title level={2} className={`${layout.noMargin} ${layout.text18}`}>
      {name}
    </Typography.Title>
  )
}

function ImportButton({ onClick }: { onClick: () => void }) {
  return (
    <Allowed any={['importMainland', 'importNonMainland', 'importWithoutId']}>
      <Button onClick={onClick}>导入名单</Button>
    </Allowed>
  )
}
