import { type ReactNode, useMemo, useState } from 'react'
import type { PersonPosition, Unit } from '@noroshi/contract/accounts/accounts.http'
import { serverNow } from '../../../platform/connection/server-time.ts'
import { age } from '../../../platform/language/time.ts'
import { profileHref } from '../../../platform/paths/paths.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { type Text, useText } from '../../../platform/language/i18n.ts'
import { hueOf, initialOf } from '../../../shared/people/avatar-person.ts'
import type { MapLayers, MapMarker, MapViewProps } from '../../../ui/map/map-types.ts'
import { MapView } from '../../../ui/map/map-view.tsx'
import { useMapBase } from '../../../shared/location/use-map-base.ts'
import { useMapTexts } from '../../../shared/location/use-map-texts.ts'
import { accuracyText, offsetOf } from '../alert-texts.ts'
import { useOwnLocation } from '../../../platform/device/own-location.ts'

interface Props extends Pick<
  MapViewProps,
  | 'center'
  | 'zoom'
  | 'fitTo'
  | 'onSelect'
  | 'onPick'
  | 'picked'
  | 'compact'
  | 'hidesHint'
  | 'onView'
  | 'pictures'
  | 'shapes'
  | 'onShape'
> {
  /** Accessible name of the map. */
  name: string
  unit: Unit | undefined
  alerts: readonly MapMarker[]
  people?: readonly PersonPosition[] | undefined
  /** Users who respond to the alert of the map. */
  responderIds?: ReadonlySet<string> | undefined
  /** Markers of places; absent: a map without them. */
  places?: readonly MapMarker[] | undefined
  /** Returns the label of a cluster of places. */
  placesLabel?: ((count: number) => string) | undefined
  /** The map is being printed: in the light scheme. */
  isPaper?: boolean
  /** In an alarm: without the layer menu and the locate-me button, and loaded at once. */
  isAlarm?: boolean
  children?: ReactNode
}

const noPeople: readonly PersonPosition[] = []

/** The order of the list without an own location. Compares code units, because there may be ten thousand people. */
const byLabel = (a: MapMarker, b: MapMarker) => Number(a.label > b.label) - Number(a.label < b.label)

const personMarker = ({ id, firstName, lastName, avatarUrl, latitude, longitude }: PersonPosition): MapMarker => ({
  kind: 'person',
  id,
  label: nameOf({ firstName, lastName }),
  href: profileHref(id),
  initial: initialOf({ firstName, lastName }),
  hue: hueOf(id),
  avatarUrl,
  latitude,
  longitude,
})

/** Marks the user as one who responds to the alert of the map. */
const withResponse = (marker: MapMarker, ids: ReadonlySet<string> | undefined, text: Text): MapMarker =>
  marker.kind === 'person' && ids?.has(marker.id)
    ? { ...marker, isResponding: true, label: text('alerts.marker.responding', { name: marker.label }) }
    : marker

/** A map of alerts, people and the reader's own location. */
export function AlertsMap({
  name,
  unit,
  alerts,
  people = noPeople,
  responderIds,
  places,
  placesLabel,
  isPaper = false,
  isAlarm = false,
  children,
  ...view
}: Props) {
  const text = useText()
  const { onLocate, ...base } = useMapBase(unit)
  const mapTexts = useMapTexts()
  const texts = useMemo(
    () => ({ ...mapTexts, map: name, ...(placesLabel && { placesHere: placesLabel }) }),
    [mapTexts, name, placesLabel],
  )
  const me = useOwnLocation()
  const [layers, setLayers] = useState<MapLayers>({ me: true, alerts: true, people: true, ...(places && { places: true }) })

  const markers = useMemo<MapMarker[]>(
    () => [
      ...alerts,
      ...(places ?? []),
      ...people.map((person) => withResponse(personMarker(person), responderIds, text)).toSorted(byLabel),
      ...(me ? [{ kind: 'me' as const, id: 'me', label: text('alerts.marker.me'), ...me }] : []),
    ],
    [alerts, people, responderIds, places, me, text],
  )
  const ages = useMemo(() => new Map(people.map(({ id, at }) => [id, at])), [people])

  const describe = (marker: MapMarker) => {
    const at = ages.get(marker.id)
    const offset = me && marker.kind !== 'me' ? offsetOf(me, marker, text) : undefined
    const distance = offset === null ? text('alerts.here') : offset && text('map.away', offset)
    const accuracy = marker.kind === 'alert' ? accuracyText(marker.accuracy, text) : null
    return (
      [distance, accuracy, at === undefined ? null : age(at, new Date(serverNow()), base.language)].filter(Boolean).join(', ') ||
      null
    )
  }
  return (
    <MapView
      {...view}
      {...base}
      {...(isPaper && { colorScheme: 'light' as const })}
      markers={markers}
      texts={texts}
      describe={describe}
      isUrgent={isAlarm}
      {...(!isAlarm && { layers, onLayersChange: setLayers, onLocate })}
    >
      {children}
    </MapView>
  )
}
