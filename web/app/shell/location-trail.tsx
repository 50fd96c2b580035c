import { Link, useLocation } from 'react-router'
import { SCREENS } from '#web/features.ts'
import { screenAt } from '../pages/resolve-route.ts'

/** The breadcrumb, headed 当前位置. */
export function LocationTrail() {
  const { pathname } = useLocation()
  const screen = screenAt(SCREENS, pathname)
  if (!screen) return null
  return (
    <nav className="shell-trail" aria-label="当前位置">
      <span>当前位置：</span>
      <ol>
        {screen.path !== '/home' && (
          <li>
            <Link to="/home">首页</Link>
          </li>
        )}
        {screen.section && <li>{screen.section}</li>}
        <li aria-current="page">
          <h1>{screen.title}</h1>
        </li>
      </ol>
    </nav>
  )
}
