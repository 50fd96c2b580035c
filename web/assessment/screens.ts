// Assessment of areas, schools and screening organisations: those who assess and those who are assessed (views §4).
import type { Screen } from '#web/core/screen.ts'

const section = '考核管理'

export const ASSESSMENT_SCREENS: readonly Screen[] = [
  {
    path: '/assessment/plan-list',
    title: '考核计划',
    section,
    icon: 'plan',
    anyOf: ['assessmentPlans'],
    keepAlive: true,
    load: () => import('./plan-list/page.tsx'),
  },
  {
    path: '/assessment/add-assess-plan',
    title: '制定考核计划',
    section,
    hidden: true,
    anyOf: ['assessmentPlans'],
    also: 'assessmentPlanEdit',
    load: () => import('./add-assess-plan/page.tsx'),
  },
  {
    path: '/assessment/plan-details',
    title: '考核详情',
    section,
    hidden: true,
    anyOf: ['assessmentPlans'],
    load: () => import('./plan-details/page.tsx'),
  },
  {
    path: '/assessment/review-apply',
    title: '评审申报',
    section,
    hidden: true,
    anyOf: ['approveAssessments'],
    load: () => import('./review-apply/page.tsx'),
  },
  {
    path: '/assessment/assess-list',
    title: '考核申报',
    section,
    icon: 'report',
    anyOf: ['assessmentApplications'],
    keepAlive: true,
    load: () => import('./assess-list/page.tsx'),
  },
  {
    path: '/assessment/add-assess-apply',
    title: '填写申报',
    section,
    hidden: true,
    anyOf: ['assessmentApplications'],
    load: () => import('./add-assess-apply/page.tsx'),
  },
]
