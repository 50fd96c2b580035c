import { ErrorPage } from './error-page.tsx'

export function Page() {
  return <ErrorPage code="404" title="页面不存在" hint="您访问的页面不存在或已被移除，请检查地址是否正确。" />
}
