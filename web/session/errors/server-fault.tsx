import { ErrorPage } from './error-page.tsx'

export function Page() {
  return <ErrorPage code="500" title="服务异常" hint="系统开小差了，请稍后再试或联系管理人员。" />
}
