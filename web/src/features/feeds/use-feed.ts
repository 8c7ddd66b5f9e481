import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { FeedFacts } from '@noroshi/contract/feeds/feeds.abilities'
import type { Feed } from '@noroshi/contract/feeds/feeds.http'
import { useEvent } from '../../platform/live.ts'
import { useAccessToken } from '../../platform/session.ts'
import { command, useRoom } from '../../platform/socket.ts'
import { feedQuery, myMembershipQuery } from './feeds.queries.ts'

/** A feed together with what its rights hang on. */
export interface OpenFeed {
  readonly feed: Feed
  readonly facts: FeedFacts
}

/** The feed that the frame around a screen has opened. */
export const FeedContext = createContext<OpenFeed | null>(null)

export function useOpenFeed(): OpenFeed {
  const open = useContext(FeedContext)
  if (!open) throw new Error('This stands in no feed')
  return open
}

/** A feed and what this reader is in it. */
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

/** Looks at a feed: its posts are told here. After being away everything of it is asked for again; none of it is caught up. */
export function useFeedRoom(id: string) {
  const cache = useQueryClient()
  useRoom('feed:join', 'feed:leave', { feedId: id }, () => void cache.invalidateQueries({ queryKey: ['feeds'] }))
  useEvent('feed:changed', ({ FeedId }) => {
    if (FeedId === id) void command('feed:join', { feedId: id }) // what this reader may see there has changed
  })
}
