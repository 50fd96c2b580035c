/** The big screens: they have a shell of their own, without the parts of the console. */
export const WALL_PATHS: readonly string[] = [
  '/overview',
  '/overviewTwo',
  '/overviewThree',
  '/overviewFour',
  '/overviewFive',
]
export const isWall = (pathname: string): boolean => WALL_PATHS.includes(pathname.replace(/\/+$/, ''))
