// Screening: plans, tasks, the class at work, live figures (spec §2 "/eyesight").
import type { Screen } from '#web/core/screen.ts'
import { CLASS_DETAILS_SCREEN } from './class-details/screen.ts'

const section = '筛查管理'

export const EYESIGHT_SCREENS: readonly Screen[] = [
  {
    path: '/eyesight/schedule-list',
    title: '筛查计划',
    section,
    icon: 'plan',
    anyOf: ['plans', 'plansTakingPart'],
    keepAlive: true,
    load: () => import('./schedule-list/page.tsx'),
  },
  {
    path: '/eyesight/schedule-details',
    title: '计划详情',
    section,
    hidden: true,
    anyOf: ['planDetail', 'planDetailTakingPart'],
    load: () => import('./schedule-details/page.tsx'),
  },
  {
    path: '/eyesight/add-schedule',
    title: '新增与编辑计划',
    section,
    hidden: true,
    anyOf: ['planAdd', 'planEdit'],
    load: () => import('./add-schedule/page.tsx'),
  },
  {
    path: '/eyesight/task-list',
    title: '筛查任务',
    section,
    icon: 'task',
    anyOf: ['tasks', 'tasksTakingPart'],
    keepAlive: true,
    load: () => import('./task-list/page.tsx'),
  },
  {
    path: '/eyesight/add-task',
    title: '分配任务',
    section,
    hidden: true,
    anyOf: ['taskAdd', 'taskEdit'],
    load: () => import('./add-task/page.tsx'),
  },
  {
    path: '/eyesight/task-details',
    title: '任务详情',
    section,
    hidden: true,
    anyOf: ['taskDetail', 'taskDetailTakingPart'],
    load: () => import('./task-details/page.tsx'),
  },
  CLASS_DETAILS_SCREEN,
  {
    path: '/eyesight/locality-statics',
    title: '区域进度明细',
    section,
    icon: 'progress',
    anyOf: ['cityProgress', 'regionProgress'],
    keepAlive: true,
    load: () => import('./locality-statics/page.tsx'),
  },
  {
    path: '/eyesight/indicators-details',
    title: '指标明细',
    section,
    icon: 'indicators',
    anyOf: ['indicators', 'indicatorsTakingPart'],
    keepAlive: true,
    load: () => import('./indicators-details/page.tsx'),
  },
  {
    path: '/eyesight/schedule-access',
    title: '数据接入',
    section,
    icon: 'intake',
    anyOf: ['planIntake', 'planIntakeTakingPart'],
    keepAlive: true,
    load: () => import('./schedule-access/page.tsx'),
  },
  {
    path: '/eyesight/tasknum-details',
    title: '任务数明细',
    section,
    hidden: true,
    anyOf: ['taskNumbers', 'taskNumbersTakingPart'],
    load: () => import('./tasknum-details/page.tsx'),
  },
]
