import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { FeedFacts } from '@noroshi/contract/feeds/feeds.abilities'
import type { Feed } from '@noroshi/contract/feeds/feeds.http'
import { useEvent } from '../../platform/connection/live.ts'
import { useAccessToken } from '../../platform/session/session.ts'
import { command, useRoom } from '../../platform/connection/socket.ts'
import { useLast } from '../../platform/store/use-last.ts'
import { useStore } from '../../platform/store/use-store.ts'
import { feedEntities, feedEntity, feedMembershipEntity } from './feeds.entities.ts'
import { feedQuery, myMembershipQuery } from './feeds.queries.ts'
import { POST_KEYS } from './post-views.ts'

/** A feed with the facts that its abilities need. */
export interface OpenFeed {
  readonly feed: Feed
  readonly facts: FeedFacts
}

/** The feed of the surrounding screen. */
export const FeedContext = createContext<OpenFeed | null>(null)

export function useOpenFeed(): OpenFeed {
  const open = useContext(FeedContext)
  if (!open) throw new Error('useOpenFeed is used outside of FeedContext')
  return open
}

/** Loads a feed and the user's membership. A lost feed stays on the screen until the server has replied with 404. */
export function useFeed(id: string): { open: OpenFeed | null; error: Error | null; retry: () => void } {
  const isSignedIn = useAccessToken() !== null
  const feedState = useQuery(feedQuery(id))
  const membershipState = useQuery({ ...myMembershipQuery(id), enabled: isSignedIn })
  const known = useStore(feedEntities, POST_KEYS, (store) => store.get(feedEntity, id))
  const membership = useStore(feedEntities, POST_KEYS, (store) => store.get(feedMembershipEntity, id)?.membership)
  const feed = useLast(known, isSignedIn)
  const retry = () => {
    void feedState.refetch()
    if (isSignedIn) void membershipState.refetch()
  }
  const error = feedState.error ?? (membership === undefined ? membershipState.error : null)
  const isKnown = feed && (!isSignedIn || membership !== undefined)
  const open = isKnown ? { feed, facts: { ...feed, membership: (isSignedIn && membership) || null } } : null
  return { open, error, retry }
}

/** Joins the room of a feed to receive its events. Refetches after a reconnect: events of rooms are not caught up. */
export function useFeedRoom(id: string) {
  const cache = useQueryClient()
  useRoom('feed:join', 'feed:leave', { feedId: id }, () => void cache.invalidateQueries({ queryKey: ['feeds'] }))
  useEvent('feed:changed', ({ FeedId }) => {
    if (FeedId === id) void command('feed:join', { feedId: id }) // the user's rights may have changed
  })
}
