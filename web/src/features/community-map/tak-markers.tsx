import { IconFlag } from '@tabler/icons-react'
import { TAK_FADED_MINUTES, type TakMarker } from '@noroshi/contract/exchange/tak.http'
import type { Text } from '../../platform/language/i18n.ts'
import type { MapMarker } from '../../ui/map/map-types.ts'
import type { LegendEntry } from './legend-entries.tsx'

const FADED_MS = TAK_FADED_MINUTES * 60_000

/** The key of the layer with the markers of the TAK server. */
export const TAK_LAYER = 'tak'

/** Whether a marker is not current any more. */
export const isStale = ({ staleAt }: Pick<TakMarker, 'staleAt'>, now: Date): boolean => Date.parse(staleAt) <= now.getTime()

/** Whether a marker has not been current for so long that the map shows it no more. */
export const isOver = ({ staleAt }: Pick<TakMarker, 'staleAt'>, now: Date): boolean =>
  Date.parse(staleAt) + FADED_MS <= now.getTime()

/** Returns the name of a marker, which says whether it is of an exercise. */
export function takMarkerName({ name, isExercise }: Pick<TakMarker, 'name' | 'isExercise'>, text: Text): string {
  const known = name === '' ? text('tak.unnamed') : name
  return isExercise ? text('tak.exerciseMarker', { name: known }) : known
}

/** Returns the pin of a marker. One that is not current any more is faded, and its label says so. */
export function takPin(marker: TakMarker, now: Date, text: Text): MapMarker {
  const caption = takMarkerName(marker, text)
  const isFaded = isStale(marker, now)
  return {
    kind: 'place',
    id: marker.id,
    label: [caption, ...(isFaded ? [text('tak.stale')] : [])].join(text('map.listSeparator')),
    caption,
    icon: <IconFlag size={20} stroke={1.75} />,
    tone: marker.isExercise ? 'muted' : 'plain',
    isFaded,
    seenAt: marker.at,
    latitude: marker.latitude,
    longitude: marker.longitude,
  }
}

/** Returns the layer of the markers, unless there is none. */
export const takEntries = (markers: readonly TakMarker[], text: Text): LegendEntry[] =>
  markers.length === 0
    ? []
    : [
        {
          key: TAK_LAYER,
          name: text('tak.layer'),
          icon: <IconFlag size={22} stroke={1.75} aria-hidden="true" />,
          count: markers.length,
        },
      ]
