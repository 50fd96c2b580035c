/** Apart from the endpoint table: the page of a family loads nothing but itself. */
export const FAMILY_PATHS = {
  open: '/basicweb/letter/open',
  acknowledge: '/basicweb/letter/acknowledge',
  visit: '/basicweb/letter/visit',
} as const
