import { describe, expect, it } from 'vitest'
import { screensTouchedBy } from '../../scripts/changed-screens.mjs'

describe('the screens whose tests a change asks for', () => {
  it('are those of the features that changed, in the pages or in the contract', () => {
    const files = ['web/students/page.tsx', 'contract/schools/endpoints.ts', 'web/students/screens.ts']
    expect(screensTouchedBy(files)).toEqual(['web/schools/', 'web/students/'])
  })

  it('are none for the server, the documents and an empty line of git', () => {
    expect(screensTouchedBy(['server/students/routes.ts', 'docs/decisions.md', ''])).toEqual([])
  })

  it.each(['web/core/theme.ts', 'web/widgets/list/list.tsx', 'contract/core/codes.ts', 'web'])(
    'are all for %s, which many share',
    (file) => {
      expect(screensTouchedBy(['web/students/page.tsx', file])).toEqual(['web'])
    },
  )
})
