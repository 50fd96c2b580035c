import { Sex } from '#contract/core/codes.ts'
import type { CodeOf } from '#contract/core/enums.ts'
import type { Random } from './demo-random.ts'

/** Surnames by how many in about eleven hundred bear them, roughly as in Zhejiang. */
const SURNAME_TIERS: [number, string[]][] = [
  [52, [...'陈王李张']],
  [28, [...'林徐吴周黄叶刘杨朱']],
  [14, [...'胡郑金沈孙赵何潘蒋许余章']],
  [7, [...'马蔡方程谢董高郭罗汪陆俞丁姚卢夏邵冯唐应施楼钱宋韩杜魏曹袁姜杭项钟']],
  [
    3,
    [
      ...'任翁季童毛苏戴梁范陶石傅阮柯邱彭曾虞江洪严万顾孟邹鲍诸贺葛竺倪褚龚吕邓肖田于崔谭廖贾付秦尹薛段雷侯史黎郝熊孔汤常武乔庄温包屠斯',
    ],
  ],
  [1, [...'费盛裘祝柴滕麻厉骆宣蓝娄华殷岑欧牟邢苗池凌卓管向安', '欧阳', '上官', '诸葛', '司徒']],
]
export const SURNAMES: readonly string[] = SURNAME_TIERS.flatMap(([weight, names]) =>
  names.flatMap((name) => Array<string>(weight).fill(name)),
)

const unique = (text: string) => [...new Set(text)]

const BOTH = '子梓一宇文思佳嘉雨晨乐安诺泽睿语奕书景星若可知言亦清然逸悦辰昕尚云明希彦天宁和君越如'
const BOYS = unique(
  `${BOTH}浩轩博杰俊涛鹏飞翔宏伟凯瑞鑫磊志强旭东阳晖航远凡哲恒毅铭锐昊霖森林峰岳松柏楠楷梁栋桐柯炎烨炜煜灿焕振鸿骏骐骁驰豪健康勇信诚仁礼智贤良德功立建卓越川海江河洋波润沐沛泓渊源溪润泰承启延世永长久元亨正中平定邦国华夏汉唐晋尧舜禹启航帆乘风雷霆震霄腾龙虎鹤`,
)
const GIRLS = unique(
  `${BOTH}涵萱怡妍欣雅婷静婉琪琳瑶瑾瑜璇珊玥珂珍珠玲琴芷芸芳芮苒茜茹荷莉莎莹菲萌蕊蕾蓉蓓薇薏兰梅竹菊桃杏樱柳棠晴晓晶月舒颖淑慧敏惠秀丽美娜婧媛姝姗妮妙娴嫣巧倩依伊冰雪霜露霏凝梦诗词画歌音韵曼彤紫绮缦织锦心念恬馨香春夏秋冬燕莺鸽鹭凤潇湘滢澜沁涓溪洁清纯真`,
)
const FATHERS = unique(
  '伟强军勇杰涛斌波辉刚健平明华建国志峰海林文武祥福贵荣庆东宏飞鹏毅俊超立新洪良才根土兴友',
)
const MOTHERS = unique(
  '芳娜敏静丽艳娟霞秀燕玲桂红梅兰英萍琴云洁莉倩虹晓春雪慧颖佩珍爱月香彩凤素亚海华美琳珠群苏',
)

/** One full name in a million people is borne by a handful, as with real ones of these ages. */
export function childName(random: Random, sex: CodeOf<typeof Sex>): { surname: string; name: string } {
  const surname = random.pick(SURNAMES)
  const pool = sex === Sex.code.male ? BOYS : GIRLS
  return { surname, name: surname + givenName(random, pool, 0.03) }
}

/** Mostly the father, who shares the surname, or else the mother. */
export function parentName(random: Random, surname: string): string {
  return random.chance(0.6)
    ? surname + givenName(random, FATHERS, 0.3)
    : random.pick(SURNAMES) + givenName(random, MOTHERS, 0.3)
}

function givenName(random: Random, pool: string[], single: number): string {
  const first = random.pick(pool)
  return random.chance(single) ? first : first + random.pick(pool)
}
