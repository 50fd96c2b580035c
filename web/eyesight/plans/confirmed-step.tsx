import { Button, Popconfirm } from 'antd'

type Props = { word: string; title: string; hint: string; onConfirm: () => Promise<unknown> }

/** A link that does something after what follows from it has been read. */
export const ConfirmedStep = ({ word, title, hint, onConfirm }: Props) => (
  <Popconfirm title={title} description={hint} okText={word} onConfirm={onConfirm}>
    <Button type="link" size="small" style={{ padding: 0 }}>
      {word}
    </Button>
  </Popconfirm>
)
