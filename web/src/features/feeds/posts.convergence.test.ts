import 'fake-indexeddb/auto'
import type { QueryClient } from '@tanstack/react-query'
import { beforeAll, expect, test, vi } from 'vitest'
import type { FeedPostForViewer } from '@noroshi/contract/feeds/posts.http'
import { setCurrentUser } from '../../platform/session/current-user.ts'
import { call } from '../../platform/connection/http.ts'
import { setAccessToken, setSessionUser } from '../../platform/session/session.ts'
import { isCovered } from '../../platform/store/coverage.ts'
import { checkConvergence, runSteps, type Step, type StoredPage } from '../../platform/store/testing/stored-pages.ts'
import { feedStore } from './feed-store.ts'
import { feedEntity, feedMembershipEntity, postCoverage } from './feeds.entities.ts'
import { feedsLive, likesLive } from './feeds.live.ts'
import { postsQuery } from './feeds.queries.ts'
import { unfiltered } from './post-filter.ts'
import { postsOf } from './post-views.ts'
import { aFeed, aMember } from './testing/fake-posts.ts'
import { type Change, changes, PostServer, reader, type Tab, tabs as allTabs } from './testing/post-server.ts'

// Lists are read in pages. Events bring posts, take them back for a review and return them. A page that received all
// events of a post has it in its newest version or, if it is lost, not. A refetch corrects the posts whose events it missed.
// In the end it has what the server would reply, in memory and on disk.

vi.mock('../../platform/connection/http.ts', () => ({ call: vi.fn() }))

const PAGE = 2
/** More pages than a list can have. */
const PAGES_MAX = 40
const weighted: readonly Change[] = [...changes, 'post', 'post', 'ownPost', 'approve', 'approve']
const filterOf = (tab: Tab) => ({ ...unfiltered, tab })

beforeAll(() => {
  setAccessToken('secret')
  setSessionUser('secret', reader.id)
  setCurrentUser({ id: reader.id, isAdmin: false })
})

/** The posts have a parent, which does not change here. */
const storeOf = (isModerator: boolean) => (cache: QueryClient) => {
  const store = feedStore(cache)
  store.put(feedEntity, aFeed)
  store.put(feedMembershipEntity, { id: aFeed.id, at: 1, membership: aMember(reader, { canModeratePosts: isModerator }) })
  return store
}

const read = (cache: QueryClient, tab: Tab, pages: number) =>
  cache.fetchInfiniteQuery({ ...postsQuery(aFeed.id, filterOf(tab)), pages, retry: false }).catch(() => undefined)

/** The posts of a tab as far as it was read. */
const shown = ({ store }: StoredPage, tab: Tab) => postsOf(store, aFeed.id, filterOf(tab), undefined) ?? []

const isShown = ({ store }: StoredPage, tab: Tab, id: string) => {
  const coverage = store.get(postCoverage, `${aFeed.id} ${tab}`)
  return coverage !== undefined && isCovered(id, coverage.through, 'desc')
}

/** Without likes, the page knows that the reader does not like a post. Otherwise only a read reports it, or the user's own like. */
const isKnown = ({ likeCount }: FeedPostForViewer) => likeCount === 0

const converge = (isModerator: boolean) => async (steps: readonly Step<Change>[]) => {
  const server = new PostServer(PAGE, isModerator)
  const tabs = isModerator ? allTabs : allTabs.slice(0, 2)
  const scenario = {
    storeOf: storeOf(isModerator),
    live: [feedsLive, likesLive],
    ownerId: reader.id,
    server,
    journal: () => server.journal,
    reply: (route: unknown, { query }: { query: Parameters<PostServer['reply']>[1] }) => server.reply(route, query),
    read: (cache: QueryClient, nth: number) => read(cache, tabs[nth % tabs.length] ?? 'posts', 1 + (nth % 4)),
  }
  const { page, reopen } = await runSteps(scenario, weighted, steps, (request) => vi.mocked(call).mockImplementation(request))
  for (const tab of tabs) {
    const isReceived = ({ id }: FeedPostForViewer) => !server.missed.has(id)
    const posts = shown(page, tab).filter(isReceived)
    const ids = new Set(posts.map(({ id }) => id))
    const readable = server.list(tab).filter((post) => isReceived(post) && isShown(page, tab, post.id))
    expect(posts).toEqual(readable.filter((post) => ids.has(post.id)))
    expect(readable.filter((post) => isKnown(post) && !ids.has(post.id))).toEqual([])
  }

  for (const tab of tabs) await read(page.cache, tab, PAGES_MAX)
  expect(tabs.map((tab) => shown(page, tab))).toEqual(tabs.map((tab) => server.list(tab)))
  const reopened = await reopen()
  for (const tab of tabs) await read(reopened.cache, tab, 1)
  // Posts that only moderators may read are not on disk.
  expect(allTabs.map((tab) => shown(reopened, tab))).toEqual([server.list('posts'), server.list('yours'), []])
}

test.each([
  ['a reader', false],
  ['a moderator', true],
] as const)(
  'for %s, any order of events, replies, writes and reloads ends with the posts of the server, in memory and on disk',
  { timeout: 600_000 },
  (_role, isModerator) => checkConvergence(weighted, converge(isModerator)),
)
