import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { NoticeShape, OfficialNotice } from '@noroshi/contract/notices/notices.http'
import { type Text, useText } from '../../platform/language/i18n.ts'
import { useNow } from '../../platform/use-now.ts'
import type { MapShapeView } from '../../ui/map/map-types.ts'
import { noticeShapesQuery, noticesQuery } from './notices.queries.ts'
import { orderNotices } from './order-notices.ts'

/** Returns the headline of a notice. That of an exercise or a test begins with this word. */
export const noticeName = ({ status, headline }: Pick<OfficialNotice, 'status' | 'headline'>, text: Text): string =>
  status === 'actual' ? headline : text(`notices.named.${status}`, { headline })

/** Returns how the map shows an area of a notice. Scarlet is for alerts only, and an exercise or a test is grey and dashed. */
export function noticeShapeView(
  notice: OfficialNotice,
  shape: Pick<NoticeShape, 'severity' | 'points'>,
  text: Text,
): MapShapeView {
  const isReal = notice.status === 'actual'
  const isGrave = shape.severity === 'extreme' || shape.severity === 'severe'
  return {
    id: notice.id,
    name: noticeName(notice, text),
    isLine: false,
    isDashed: !isReal,
    color: isReal ? (isGrave ? 'purple' : 'amber') : 'grey',
    points: shape.points,
  }
}

const noNotices: readonly OfficialNotice[] = []
const noShapes: readonly NoticeShape[] = []

/** Returns the notices in effect, the most severe first, and their areas on the map. */
export function useNoticesOnMap() {
  const text = useText()
  const now = useNow()
  const list = useQuery(noticesQuery)
  const shapes = useQuery(noticeShapesQuery)
  const notices = useMemo(() => orderNotices(list.data?.items ?? noNotices, now).inEffect, [list.data, now])
  const views = useMemo(() => {
    const byId = new Map(notices.map((notice) => [notice.id, notice]))
    return (shapes.data?.items ?? noShapes).flatMap((shape) => {
      const notice = byId.get(shape.noticeId)
      return notice ? [noticeShapeView(notice, shape, text)] : []
    })
  }, [notices, shapes.data, text])
  return {
    notices,
    views,
    /** The map may lack areas of notices. */
    hasFailed: (list.error !== null && !list.data) || (shapes.error !== null && !shapes.data),
    isPartial: shapes.data?.isComplete === false,
  }
}
