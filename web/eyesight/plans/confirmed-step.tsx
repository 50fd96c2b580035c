import { Popconfirm } from 'antd'
import { LinkButton } from '#web/widgets/link-button.tsx'

type Props = { word: string; title: string; hint: string; onConfirm: () => Promise<unknown> }

/** A link that does something after what follows from it has been read. */
export const ConfirmedStep = ({ word, title, hint, onConfirm }: Props) => (
  <Popconfirm title={title} description={hint} okText={word} onConfirm={onConfirm}>
    <LinkButton>{word}</LinkButton>
  </Popconfirm>
)
