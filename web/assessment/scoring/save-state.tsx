import { Typography } from 'antd'
import { LinkButton } from '#web/widgets/link-button.tsx'
import type { Scores } from './use-scores.ts'

/** Whether everything that was typed is saved, and if not, why. */
export function SaveState({ scores }: { scores: Scores }) {
  const { unsaved, faulty, overtaken, isBusy, failure } = scores
  if (failure !== undefined) {
    return (
      <Typography.Text type="danger" role="status">
        {unsaved} 项未保存 <LinkButton onClick={scores.retry}>重试</LinkButton>
      </Typography.Text>
    )
  }
  if (faulty + overtaken > 0) {
    const words = [
      faulty > 0 && `${faulty} 项待补正`,
      overtaken > 0 && `${overtaken} 项他人已改，请选择以谁为准`,
    ].filter(Boolean)
    return (
      <Typography.Text type="warning" role="status">
        {words.join('，')}，尚未保存
      </Typography.Text>
    )
  }
  return (
    <Typography.Text type="secondary" role="status">
      {isBusy || unsaved > 0 ? '正在保存…' : '得分自动保存'}
    </Typography.Text>
  )
}
