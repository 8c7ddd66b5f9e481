import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import css from '../../features/community-map/components/community-map.module.css'
import type { LegendGroup } from '../../features/community-map/components/map-legend.tsx'
import { ShapeSample } from '../../features/community-map/components/shape-sample.tsx'
import type { PrintedShape } from '../../features/community-map/print/print-sheet.tsx'
import { noticeName, useNoticesOnMap } from '../../features/notices/notices-on-map.ts'
import { useLanguage, useText } from '../../platform/language/i18n.ts'
import { fullDateTime } from '../../platform/language/time.ts'
import { paths } from '../../platform/paths/paths.ts'
import '../notices-live.ts'

const keyOf = (id: string) => `notice ${id}`

/** Returns the official notices on the map of the community, with their part of the legend. */
export function useMapNotices(hidden: ReadonlySet<string>) {
  const text = useText()
  const language = useLanguage()
  const { notices, views, hasFailed, isPartial } = useNoticesOnMap()
  const shown = useMemo(() => views.filter(({ id }) => !hidden.has(keyOf(id))), [views, hidden])
  // One line of a legend for each notice, which may have several areas.
  const mapped = notices.flatMap((notice) => {
    const view = views.find(({ id }) => id === notice.id)
    return view ? [{ notice, view }] : []
  })
  const unmapped = notices.length - mapped.length
  const group: LegendGroup = {
    title: text('notices.title'),
    entries: mapped.map(({ notice, view }) => ({
      key: keyOf(notice.id),
      name: noticeName(notice, text),
      icon: <ShapeSample {...view} />,
      count: null,
      shapeId: notice.id,
    })),
    note: (unmapped > 0 || hasFailed || isPartial) && (
      <div className={css.hint}>
        {hasFailed && <p>{text('notices.shapesFailed')}</p>}
        {isPartial && <p>{text('notices.shapesPartial')}</p>}
        {unmapped > 0 && <p>{text('notices.unmapped', { count: unmapped })}</p>}
        <Link to={paths.notices}>{text('notices.all')}</Link>
      </div>
    ),
  }
  const printed: PrintedShape[] = mapped
    .filter(({ notice }) => !hidden.has(keyOf(notice.id)))
    .map(({ notice: { publisher, sentAt }, view }) => ({
      ...view,
      detail: text('notices.sent', { time: fullDateTime(sentAt, language), publisher }),
    }))
  return { notices, shown, group, printed }
}
