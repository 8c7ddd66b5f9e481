import { type ReactNode, useMemo, useState } from 'react'
import type { PersonPosition, Unit } from '@noroshi/contract/accounts/accounts.http'
import { age } from '../../../platform/time.ts'
import { profileHref } from '../../../platform/paths.ts'
import { useText } from '../../../platform/i18n.ts'
import { hueOf, initialOf } from '../../../ui/person-face.ts'
import type { MapMarker, MapViewProps } from '../../../ui/map/map-types.ts'
import { MapView } from '../../../ui/map/map-view.tsx'
import { useMapBase } from '../../../ui/use-map-base.ts'
import { useMapWords } from '../../../ui/use-map-words.ts'
import { wayTo } from '../names.ts'
import { useOwnPlace } from '../../../platform/own-place.ts'

interface Props extends Pick<MapViewProps, 'center' | 'zoom' | 'fitTo' | 'onSelect' | 'onPick' | 'picked' | 'compact'> {
  /** Accessible name of the map. */
  name: string
  unit: Unit | undefined
  alerts: readonly MapMarker[]
  people?: readonly PersonPosition[] | undefined
  /** Without the layer menu and the locate-me key, such as in the alarm. */
  isPlain?: boolean
  children?: ReactNode
}

const nobody: readonly PersonPosition[] = []

/** How they are read where nobody knows how far away they are. As plain text: there may be ten thousand of them. */
const byName = (one: PersonPosition, other: PersonPosition) => Number(one.name > other.name) - Number(one.name < other.name)

const personMarker = ({ id, name, avatarUrl, latitude, longitude }: PersonPosition): MapMarker => ({
  kind: 'person',
  id,
  label: name,
  href: profileHref(id),
  initial: initialOf({ firstName: name, lastName: '' }),
  hue: hueOf(id),
  avatarUrl,
  latitude,
  longitude,
})

/** Alerts, people and the reader's own place on one map. */
export function AlertsMap({ name, unit, alerts, people = nobody, isPlain = false, children, ...view }: Props) {
  const text = useText()
  const { onLocate, ...base } = useMapBase(unit)
  const mapWords = useMapWords()
  const words = useMemo(() => ({ ...mapWords, map: name }), [mapWords, name])
  const me = useOwnPlace()
  const [layers, setLayers] = useState({ me: true, alerts: true, people: true })

  const markers = useMemo<MapMarker[]>(
    () => [
      ...alerts,
      ...people.toSorted(byName).map(personMarker),
      ...(me ? [{ kind: 'me' as const, id: 'me', label: text('alerts.marker.me'), ...me }] : []),
    ],
    [alerts, people, me, text],
  )
  const ages = useMemo(() => new Map(people.map(({ id, at }) => [id, at])), [people])

  const describe = (marker: MapMarker) => {
    const at = ages.get(marker.id)
    const way = me && marker.kind !== 'me' ? text('alerts.away', wayTo(me, marker, text)) : null
    return [way, at === undefined ? null : age(at, new Date(), base.language)].filter(Boolean).join(', ') || null
  }
  return (
    <MapView
      {...view}
      {...base}
      markers={markers}
      words={words}
      describe={describe}
      {...(!isPlain && { layers, onLayersChange: setLayers, onLocate })}
    >
      {children}
    </MapView>
  )
}
