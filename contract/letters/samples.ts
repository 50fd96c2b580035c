// Templates that come with the product, as samples: one for each city that has a way of its own, and a plain one.
import type { LetterKindCode } from '../exports/letter-filter.ts'
import type { LetterContent } from './template-schemas.ts'

type Sample = { name: string; areaIds: readonly string[]; letters: Record<LetterKindCode, LetterContent> }

const DISCLAIMER = '筛查结果不作为诊断依据。'
const RETURN = '不便扫码的，请填写下方回执交回班主任。'

const result = (change: Partial<LetterContent>): LetterContent => ({
  title: '学生视力筛查结果告知书',
  greeting: '尊敬的家长：您好！',
  opening: '您的孩子参加了本学期视力筛查，结果如下。',
  normal: '',
  watch: '请保证每天日间户外活动2小时以上，减少连续近距离用眼。',
  referral: '请保证每天日间户外活动2小时以上，减少连续近距离用眼。',
  closing: `扫码后输入孩子的出生日期，可以查看结果、确认收到。二维码只对这一份告知书有效，请勿转发。${RETURN}`,
  footer: `6岁及以上裸眼视力5.0为正常；等效球镜＝球镜＋½柱镜。\n${DISCLAIMER}`,
  seal: '{学校}（盖章）',
  qr: true,
  strip: true,
  ...change,
})

const notice = (change: Partial<LetterContent>): LetterContent => ({
  title: '学生视力筛查告家长书',
  greeting: '尊敬的家长：您好！',
  opening: [
    '根据儿童青少年近视防控工作的要求，{筛查机构}将在{学校}开展“{筛查计划}”。',
    '筛查项目包括裸眼视力、戴镜视力和电脑验光，不散瞳、不用药、不接触眼球，不收取费用。',
    '请孩子当天带好正在使用的眼镜；佩戴角膜塑形镜的，请提前告诉班主任。眼睛红肿、有分泌物或正在治疗的，请先不参加，之后补检。',
    '筛查结果将以书面告知书交给您，只用于学生视力健康管理，不作排名、不对外公布。',
  ].join('\n'),
  normal: '',
  watch: '',
  referral: '',
  closing: '如有疑问，请联系班主任或学校卫生室。',
  footer: DISCLAIMER,
  seal: '{学校}（盖章）',
  qr: false,
  strip: true,
  ...change,
})

export const PLAIN_SAMPLE: Sample = {
  name: '通用示例',
  areaIds: [],
  letters: { result: result({}), notice: notice({}) },
}

export const LETTER_SAMPLES: readonly Sample[] = [
  {
    name: '杭州示例',
    areaIds: ['330100'],
    letters: {
      result: result({
        title: '杭州市儿童青少年视力筛查结果告知书',
        opening: '“明眸”行动视力筛查已经结束，现将{姓名}同学的结果告诉您，请与孩子一起看。',
      }),
      notice: notice({ title: '杭州市儿童青少年视力筛查告家长书' }),
    },
  },
  {
    name: '宁波示例',
    areaIds: ['330200'],
    letters: {
      result: result({ title: '宁波市学生视力筛查结果告知书' }),
      notice: notice({ title: '宁波市学生视力筛查告家长书' }),
    },
  },
  {
    name: '温州示例',
    areaIds: ['330300'],
    letters: {
      result: result({
        title: '温州市“明眸皓齿”工程视力筛查结果告知单',
        greeting: '各位家长：',
        referral: '就诊时请带上本告知单，并把回执在两周内交回班主任。',
      }),
      notice: notice({ title: '温州市“明眸皓齿”工程致家长的一封信', greeting: '各位家长：' }),
    },
  },
  {
    name: '舟山（岱山）示例',
    areaIds: ['330900', '330921'],
    letters: {
      result: result({
        title: '舟山市中小学生视力筛查结果反馈单',
        closing: `海岛学校可以预约县级医院眼科的下乡复查，时间由学校通知。扫码后输入孩子的出生日期，可以查看结果、确认收到。${RETURN}`,
      }),
      notice: notice({ title: '舟山市中小学生视力筛查告知单' }),
    },
  },
  PLAIN_SAMPLE,
]

/** The sample of the nearest of these areas, which begin with the nearest. */
export function sampleFor(areaIds: readonly string[]): Sample {
  for (const areaId of areaIds) {
    const found = LETTER_SAMPLES.find((sample) => sample.areaIds.includes(areaId))
    if (found) return found
  }
  return PLAIN_SAMPLE
}
