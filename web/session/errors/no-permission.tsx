import { ErrorPage } from './error-page.tsx'

export function Page() {
  return <ErrorPage code="401" title="没有权限" hint="您没有权限访问该页面，如需使用请联系管理员。" />
}
