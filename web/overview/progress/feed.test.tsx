// The last classes with results: pushed down only when another class comes first.
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Feed } from './feed.tsx'

const news = (classId: number, students: number, at = '2026-11-19T01:00:00.000Z') => ({
  classId,
  at,
  schoolName: '西湖实验小学',
  className: `一年级${classId}班`,
  students,
})

test('a class that goes on is counted where it stands, another one pushes the others down', () => {
  const { rerender } = render(<Feed today="2026-11-19" feed={[news(1, 3), news(2, 30)]} />)
  const list = screen.getByRole('list')
  const second = screen.getByText('+30 人')
  rerender(<Feed today="2026-11-19" feed={[news(1, 4, '2026-11-19T01:00:05.000Z'), news(2, 30)]} />)
  expect(screen.getByRole('list')).toBe(list)
  expect(screen.getByText('+30 人')).toBe(second)
  screen.getByText('+4 人')
  rerender(<Feed today="2026-11-19" feed={[news(3, 1), news(1, 4), news(2, 30)]} />)
  const pushed = screen.getByRole('list')
  expect(pushed).not.toBe(list)
  expect(pushed.children).toHaveLength(3)
  expect(pushed.style.getPropertyValue('--rows')).toBe('3')
})
