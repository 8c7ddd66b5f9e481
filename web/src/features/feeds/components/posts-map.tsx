import { useRouter } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { Feed } from '@noroshi/contract/feeds/feeds.http'
import type { PostPin } from '@noroshi/contract/feeds/posts.http'
import { POSTS_ON_MAP_MAX } from '@noroshi/contract/limits'
import { type Text, useText } from '../../../platform/language/i18n.ts'
import { postHref } from '../../../platform/paths/paths.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import type { MapMarker } from '../../../ui/map/map-types.ts'
import { LocationMap } from '../../../shared/location/location-map.tsx'
import { ErrorState } from '../../../ui/states/states.tsx'
import { usePostPins } from '../feeds.queries.ts'
import { locationOf } from '../location.ts'
import css from './posts-map.module.css'

const markerOf = ({ id, FeedId, latitude, longitude, createdBy, textContent }: PostPin, text: Text): MapMarker => ({
  kind: 'location',
  id,
  label: textContent === '' ? nameOf(createdBy) : text('posts.by', { name: nameOf(createdBy), text: textContent }),
  href: postHref(FeedId, id),
  latitude,
  longitude,
})

/** Map of the posts that have a location. Each marker links to its post. */
export function PostsMap({ feed }: { feed: Feed }) {
  const text = useText()
  const { history } = useRouter()
  const { pins, error, refetch } = usePostPins(feed.id)
  const markers = useMemo(() => pins?.items.map((pin) => markerOf(pin, text)), [pins, text])
  const home = useMemo(() => locationOf(feed), [feed])
  const nameCrowd = useCallback((count: number) => text('posts.here', { count }), [text])
  if (!markers && error) return <ErrorState error={error} onRetry={() => void refetch()} title={text('posts.mapFailed')} />
  if (!markers) return <div className={css.map} />
  const select = ({ href }: MapMarker) => {
    if (href !== undefined) history.push(href)
  }
  return (
    <div className={css.map}>
      <LocationMap
        name={text('posts.map')}
        clusterLabel={nameCrowd}
        markers={markers}
        {...(markers.length > 0 && { fitTo: markers })}
        center={home}
        onSelect={select}
      >
        {markers.length === 0 && <p className={css.note}>{text('posts.mapNone')}</p>}
        {pins?.isComplete === false && <p className={css.note}>{text('posts.mapNewest', { max: POSTS_ON_MAP_MAX })}</p>}
      </LocationMap>
    </div>
  )
}
