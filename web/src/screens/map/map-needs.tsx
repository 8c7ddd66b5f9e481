import { IconHeartHandshake } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { LegendGroup } from '../../features/community-map/components/map-legend.tsx'
import type { PlaceNeeds } from '../../features/community-map/use-map-content.ts'
import { openNeedsByPlace } from '../../features/needs/board.ts'
import { needsQuery } from '../../features/needs/needs.queries.ts'
import { useText } from '../../platform/language/i18n.ts'
import { useNow } from '../../platform/use-now.ts'

/** The key of the layer with the numbers of open needs. */
const NEEDS_LAYER = 'needs'
const noNeeds: ReadonlyMap<string, number> = new Map()

/** Returns the open needs that the map shows at its places, and their layer. */
export function useMapNeeds(hidden: ReadonlySet<string>): PlaceNeeds & { readonly group: LegendGroup } {
  const text = useText()
  const now = useNow()
  const { data, error } = useQuery(needsQuery)
  const byPlace = useMemo(() => (data ? openNeedsByPlace(data.items, now) : noNeeds), [data, now])
  const count = [...byPlace.values()].reduce((sum, ofPlace) => sum + ofPlace, 0)
  const icon = <IconHeartHandshake size={22} stroke={1.75} aria-hidden="true" />
  const entries = count === 0 ? [] : [{ key: NEEDS_LAYER, name: text('needs.atPlaces'), icon, count }]
  return {
    shown: hidden.has(NEEDS_LAYER) ? noNeeds : byPlace,
    hasFailed: error !== null && !data,
    group: { title: text('needs.tab.need'), entries },
  }
}
