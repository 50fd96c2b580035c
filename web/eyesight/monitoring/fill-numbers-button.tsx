import { NUMBERERS } from '#contract/eyesight/record-endpoints.ts'
import { Allowed } from '#web/core/allowed.tsx'
import { ConfirmedStep } from '../plans/confirmed-step.tsx'
import { useFillNumbers } from './use-fill-numbers.ts'

/** 学生编码 for the whole school. */
export function FillNumbersButton({ taskId, schoolName }: { taskId: number; schoolName: string }) {
  const { fill } = useFillNumbers()
  return (
    <Allowed any={NUMBERERS}>
      <ConfirmedStep
        word="补编学生编码"
        title={`给“${schoolName}”还没有编码的学生编码？`}
        hint="用于学生常见病监测的16位编号：两位班号加两位班内序号，按名单顺序。已有的编码不变，之后可在班级中修改。"
        onConfirm={() => fill({ taskId })}
      />
    </Allowed>
  )
}
