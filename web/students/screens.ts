// Students in school and those who left: roster, file of one student, history (spec §2 "Schools").
import type { Screen } from '#web/core/screen.ts'

const section = '基础数据'

export const STUDENT_SCREENS: readonly Screen[] = [
  {
    path: '/schools/students-manage',
    title: '学生管理',
    section,
    anyOf: ['students'],
    hidden: true,
    keepAlive: true,
    load: () => import('./students-manage/page.tsx'),
  },
  {
    path: '/schools/student-info',
    title: '学生档案',
    section,
    anyOf: ['studentView', 'studentAdd', 'studentEdit'],
    hidden: true,
    load: () => import('./student-info/page.tsx'),
  },
  {
    path: '/schools/student-history',
    title: '转出与毕业学生',
    section,
    anyOf: ['studentHistory'],
    keepAlive: true,
    load: () => import('./student-history/page.tsx'),
  },
  {
    path: '/schools/student-history-class',
    title: '转出与毕业班级',
    section,
    anyOf: ['studentHistory'],
    keepAlive: true,
    load: () => import('./student-history-class/page.tsx'),
  },
  {
    path: '/schools/student-info-history',
    title: '历史学生档案',
    section,
    anyOf: ['studentHistoryInfo'],
    load: () => import('./student-info-history/page.tsx'),
  },
]
