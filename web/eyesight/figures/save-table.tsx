import { DownloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { Endpoint, InputOf } from '#contract/core/endpoint.ts'
import { useDownload } from '#web/core/api/use-download.ts'

type Props<E extends Endpoint> = { endpoint: E; asked: InputOf<E> | undefined }

/** The table in sight as a file; undefined while there is none. */
export function SaveTable<E extends Endpoint>({ endpoint, asked }: Props<E>) {
  const { download, downloading } = useDownload(endpoint, '表格已下载')
  return (
    <Button
      icon={<DownloadOutlined />}
      loading={downloading}
      disabled={!asked}
      onClick={() => asked && void download(asked)}
    >
      导出
    </Button>
  )
}
