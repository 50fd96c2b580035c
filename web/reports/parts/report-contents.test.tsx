import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ReportContents } from './report-contents.tsx'

const ENTRIES = ['概述', '近视情况', '视力情况'].map((title, nth) => ({ id: `s${nth}`, title }))

it('marks the section that is read, however far a single scroll goes', async () => {
  const paper = document.createElement('article')
  const headings = ENTRIES.map(({ id }) => {
    const heading = document.createElement('h3')
    heading.dataset.section = id
    paper.append(heading)
    return heading
  })
  const scrollTo = (tops: readonly number[]) => {
    for (const [nth, heading] of headings.entries())
      heading.getBoundingClientRect = () => new DOMRect(0, tops[nth], 100, 20)
    fireEvent.scroll(document)
  }
  const marked = () => screen.getAllByRole('button').find((button) => button.getAttribute('aria-current'))
  render(<ReportContents paper={{ current: paper }} entries={ENTRIES} />)
  scrollTo([100, 1500, 5000])
  await waitFor(() => expect(marked()?.textContent).toBe('概述'))
  // The heading goes from below the window to above it.
  scrollTo([-1800, -400, 3100])
  await waitFor(() => expect(marked()?.textContent).toBe('近视情况'))
})
