import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { hueOf, initialOf } from '../../../shared/people/avatar-person.ts'
import type { MapMarker } from '../../../ui/map/map-types.ts'
import { respondersQuery } from './handling.queries.ts'

const none: readonly MapMarker[] = []

/**
 * Returns the markers of the users who show themselves to the anonymous raiser of an alert, on the device of the raiser. Without a
 * session it has no other locations of people, and cannot open profiles.
 */
export function useShownResponders({ id, counts, viewer }: AlertForViewer): readonly MapMarker[] {
  const text = useText()
  const { data } = useQuery({ ...respondersQuery(id), enabled: viewer.holdsToken && counts.responding > 0 })
  return useMemo(
    () =>
      !viewer.holdsToken
        ? none
        : (data?.items ?? []).flatMap(({ user, location }): MapMarker[] =>
            user && location
              ? [
                  {
                    kind: 'person',
                    id: user.id,
                    label: text('alerts.marker.responding', { name: nameOf(user) }),
                    initial: initialOf(user),
                    hue: hueOf(user.id),
                    avatarUrl: user.avatarUrl,
                    isResponding: true,
                    ...location,
                  },
                ]
              : [],
          ),
    [data, text, viewer.holdsToken],
  )
}
