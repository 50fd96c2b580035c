import type { ChartScene } from '#contract/reports/chart/chart-shapes.ts'
import { escapeXml } from '#contract/reports/chart/escape-xml.ts'
import { pictureRelation } from './docx-parts.ts'

const EMU_PER_POINT = 12_700
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006'

/** An inline picture of the given width; the alternative text is for readers who cannot see it. */
export function docxPicture(
  picture: number,
  { width, height }: ChartScene,
  { points, words }: { points: number; words: string },
): string {
  const cx = Math.round(points * EMU_PER_POINT)
  const cy = Math.round((cx * height) / width)
  const extent = `cx="${cx}" cy="${cy}"`
  const id = picture + 1
  const named = `id="${id}" name="图 ${id}" descr="${escapeXml(words)}"`
  const fill = `<pic:blipFill><a:blip r:embed="${pictureRelation(picture)}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>`
  const shape = `<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${extent}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr>`
  return [
    '<w:p><w:pPr><w:pStyle w:val="Picture"/></w:pPr><w:r><w:drawing>',
    `<wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent ${extent}/><wp:docPr ${named}/>`,
    `<a:graphic xmlns:a="${DRAWING}/main"><a:graphicData uri="${DRAWING}/picture">`,
    `<pic:pic xmlns:pic="${DRAWING}/picture"><pic:nvPicPr><pic:cNvPr ${named}/><pic:cNvPicPr/></pic:nvPicPr>`,
    `${fill}${shape}</pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`,
  ].join('')
}
