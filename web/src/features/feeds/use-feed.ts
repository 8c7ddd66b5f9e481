import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { FeedFacts } from '@noroshi/contract/feeds/feeds.abilities'
import type { Feed } from '@noroshi/contract/feeds/feeds.http'
import { useEvent } from '../../platform/live.ts'
import { useAccessToken } from '../../platform/session.ts'
import { command, useRoom } from '../../platform/socket.ts'
import { feedQuery, myMembershipQuery } from './feeds.queries.ts'

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

/** Loads a feed and the user's membership. */
export function useFeed(id: string): { open: OpenFeed | null; error: Error | null; retry: () => void } {
  const isSignedIn = useAccessToken() !== null
  const feed = useQuery(feedQuery(id))
  const membership = useQuery({ ...myMembershipQuery(id), enabled: isSignedIn })
  const retry = () => {
    void feed.refetch()
    if (isSignedIn) void membership.refetch()
  }
  const error = feed.error ?? (membership.data === undefined ? membership.error : null)
  const isKnown = feed.data && (!isSignedIn || membership.data !== undefined)
  const open = isKnown ? { feed: feed.data, facts: { ...feed.data, membership: membership.data ?? null } } : null
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
