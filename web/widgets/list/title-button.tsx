import { Button } from 'antd'

/** The title of a row as a button that opens it; a long one is cut and shown in full on hover. */
export function TitleButton({ title, onClick }: { title: string; onClick: () => void }) {
  return (
    <Button type="link" size="small" title={title} style={{ maxWidth: '100%', padding: 0 }} onClick={onClick}>
      <span style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>{title}</span>
    </Button>
  )
}
