import {
  ApartmentOutlined,
  AppstoreOutlined,
  BankOutlined,
  CloudUploadOutlined,
  EyeOutlined,
  FileTextOutlined,
  FundOutlined,
  HomeOutlined,
  LineChartOutlined,
  MailOutlined,
  MedicineBoxOutlined,
  ProfileOutlined,
  SafetyCertificateOutlined,
  ScheduleOutlined,
  SettingOutlined,
  TrophyOutlined,
  UserOutlined,
  WarningOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'

/** Icons a screen or a section can name. */
const ICONS: Record<string, ReactNode> = {
  home: <HomeOutlined />,
  authority: <SafetyCertificateOutlined />,
  account: <UserOutlined />,
  organization: <ApartmentOutlined />,
  settings: <SettingOutlined />,
  roster: <BankOutlined />,
  eye: <EyeOutlined />,
  plan: <ScheduleOutlined />,
  task: <ProfileOutlined />,
  progress: <FundOutlined />,
  indicators: <LineChartOutlined />,
  intake: <CloudUploadOutlined />,
  letter: <MailOutlined />,
  visit: <MedicineBoxOutlined />,
  report: <FileTextOutlined />,
  warning: <WarningOutlined />,
  assessment: <TrophyOutlined />,
}
const SECTION_ICONS: Record<string, string> = {
  系统管理: 'settings',
  基础数据: 'roster',
  筛查管理: 'eye',
  报告管理: 'report',
  预警管理: 'warning',
  考核管理: 'assessment',
}

export function iconOf(name: string | undefined): ReactNode {
  return (name && ICONS[name]) || <AppstoreOutlined />
}

export const sectionIcon = (section: string): ReactNode => iconOf(SECTION_ICONS[section])
