import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Unit } from '@noroshi/contract/accounts/accounts.http'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { useOwnLocation } from '../../../platform/device/own-location.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { serverNow } from '../../../platform/connection/server-time.ts'
import { age } from '../../../platform/language/time.ts'
import { hueOf, initialOf } from '../../../shared/people/avatar-person.ts'
import { distanceMetres, distanceText } from '../../../ui/map/distance.ts'
import type { MapMarker } from '../../../ui/map/map-types.ts'
import { MapView } from '../../../ui/map/map-view.tsx'
import { useMapBase } from '../../../shared/location/use-map-base.ts'
import { useMapTexts } from '../../../shared/location/use-map-texts.ts'
import { radioLocationsQuery } from '../radio.queries.ts'
import { useRadio } from '../radio-context.ts'

/** Decimals of the degrees that the view follows: some 100 m, so that a walking member does not move the map. */
const VIEW_DECIMALS = 3

interface Props {
  unit: Unit | undefined
  /** Id of the user who talks. */
  speakerId: string | null
  isCompact: boolean
}

/**
 * The map of the members who share their location. The one who talks has a ring. All members are in view until the user
 * moves the map.
 */
export function RadioMap({ unit, speakerId, isCompact }: Props) {
  const text = useText()
  const language = useLanguage()
  const { thread, view, myId } = useRadio()
  const { data } = useQuery({ ...radioLocationsQuery(thread.id), enabled: view.isJoined })
  const me = useOwnLocation()
  const base = useMapBase(unit)
  const mapTexts = useMapTexts()
  const texts = useMemo(() => ({ ...mapTexts, map: text('radio.map') }), [mapTexts, text])
  const markers = useMemo<MapMarker[]>(
    () => [
      ...(data?.items ?? [])
        .filter(({ user }) => user.id !== myId)
        .map(({ user, latitude, longitude }) => ({
          kind: 'person' as const,
          id: user.id,
          label: nameOf(user),
          initial: initialOf(user),
          hue: hueOf(user.id),
          avatarUrl: user.avatarUrl,
          speaking: user.id === speakerId,
          latitude,
          longitude,
        })),
      ...(me ? [{ kind: 'me' as const, id: 'me', label: text('alerts.marker.me'), ...me }] : []),
    ],
    [data, me, myId, speakerId, text],
  )
  const fitTo = useMemo(
    () =>
      markers.map(({ latitude, longitude }) => ({
        latitude: Number(latitude.toFixed(VIEW_DECIMALS)),
        longitude: Number(longitude.toFixed(VIEW_DECIMALS)),
      })),
    [markers],
  )
  const describe = (marker: MapMarker) => {
    const at = data?.items.find(({ user }) => user.id === marker.id)?.at
    const away =
      me && marker.kind !== 'me' ? text('map.awayFromYou', { distance: distanceText(distanceMetres(me, marker)) }) : null
    return [away, at === undefined ? null : age(at, new Date(serverNow()), language)].filter(Boolean).join(', ') || null
  }
  return (
    <MapView
      {...base}
      markers={markers}
      texts={texts}
      describe={describe}
      fitTo={fitTo}
      compact={isCompact}
      onSelect={undefined}
    />
  )
}
