import { ActionIcon, Button, Tabs } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { feedAbilities as abilities } from '@noroshi/contract/feeds/feeds.abilities'
import { useText } from '../../../platform/language/i18n.ts'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import { readStored, writeStored } from '../../../platform/session/storage.ts'
import { Count } from '../../../ui/layout/count.tsx'
import { usePosts } from '../feeds.queries.ts'
import { type PostSearch, type PostTab, unfiltered } from '../post-filter.ts'
import type { OpenFeed } from '../use-feed.ts'
import { FeedHead } from './feed-head.tsx'
import css from './feed-posts.module.css'
import { PostList } from './post-list.tsx'
import { UnsentPostList } from './unsent-post-list.tsx'

const PostDialog = lazy(() => import('./post-dialog.tsx').then(({ PostDialog: dialog }) => ({ default: dialog })))
const PostFilters = lazy(() => import('./post-filters.tsx').then(({ PostFilters: filters }) => ({ default: filters })))

const labels = { posts: 'posts.title', approve: 'posts.approveTab', yours: 'posts.yours' } as const
/** Storage key of the active tab (specification, section 3). */
const TAB_KEY = 'activeTab:/feed/posts'

/** Filters by feed id. They survive a visit to the comments of a post. */
const savedSearches = new Map<string, PostSearch>()

/**
 * Returns the tabs: 'approve' for moderators of a moderated feed, 'yours' for users that may post (specification,
 * section 2).
 */
function useTabs({ facts }: OpenFeed): readonly PostTab[] {
  const viewer = useCurrentUser()
  const mayReview = abilities['feed:moderatePosts'](viewer, facts) && !facts.allowsPostByAnyUser
  return [
    'posts',
    ...(mayReview ? (['approve'] as const) : []),
    ...(abilities['feed:post'](viewer, facts) ? (['yours'] as const) : []),
  ]
}

/** Posts of a feed in tabs, with filters and a button for a new post. */
export function FeedPosts({ open, currentId }: { open: OpenFeed; currentId: string | undefined }) {
  const text = useText()
  const { feed, facts } = open
  const tabs = useTabs(open)
  const [chosen, setChosen] = useState(() => readStored(TAB_KEY))
  const [search, setSearch] = useState(() => savedSearches.get(feed.id) ?? unfiltered)
  const [isPosting, setPosting] = useState(false)
  const tab = tabs.find((option) => option === chosen) ?? 'posts'
  const choose = (next: string | null) => {
    writeStored(TAB_KEY, next)
    setChosen(next)
  }
  const changeSearch = (next: PostSearch) => {
    savedSearches.set(feed.id, next)
    setSearch(next)
  }
  const post = abilities['feed:post'](useCurrentUser(), facts) && (
    <Button
      className={css.add}
      data-toast-clear
      leftSection={<IconPlus size={22} stroke={2} aria-hidden="true" />}
      onClick={() => setPosting(true)}
    >
      {text('posts.new')}
    </Button>
  )
  const list = (
    <>
      {tab !== 'approve' && <UnsentPostList feedId={feed.id} facts={facts} />}
      <PostList open={open} filter={{ ...search, tab }} currentId={currentId} isWritable={post !== false} />
    </>
  )
  return (
    <div className={css.feed}>
      <FeedHead feed={feed}>{post}</FeedHead>
      {tabs.length === 1 ? (
        <>
          <div className={css.tools}>
            <h2>{text('posts.title')}</h2>
            <FilterButton value={search} onChange={changeSearch} />
          </div>
          {list}
        </>
      ) : (
        <Tabs value={tab} onChange={choose} keepMounted={false}>
          <div className={css.tools}>
            <Tabs.List grow aria-label={text('posts.tabs')} className={css.tabs}>
              {tabs.map((option) => (
                <Tabs.Tab key={option} value={option} rightSection={option === 'approve' && <PendingCount feedId={feed.id} />}>
                  {text(labels[option])}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <FilterButton value={search} onChange={changeSearch} />
          </div>
          {tabs.map((option) => (
            <Tabs.Panel key={option} value={option}>
              {list}
            </Tabs.Panel>
          ))}
        </Tabs>
      )}
      {isPosting && (
        <Suspense>
          <PostDialog feedId={feed.id} facts={facts} post={null} onClose={() => setPosting(false)} />
        </Suspense>
      )}
    </div>
  )
}

const pendingFilter = { ...unfiltered, tab: 'approve' } as const

/** Number of loaded posts that await approval. */
function PendingCount({ feedId }: { feedId: string }) {
  const text = useText()
  const { posts, hasNextPage } = usePosts(feedId, pendingFilter)
  const count = posts?.length ?? 0
  if (count === 0) return null
  return (
    <>
      <span aria-hidden="true">
        <Count value={count} hasMore={hasNextPage} />
      </span>
      <span className="visually-hidden">{text('posts.waiting', { count })}</span>
    </>
  )
}

function FilterButton({ value, onChange }: { value: PostSearch; onChange: (value: PostSearch) => void }) {
  const text = useText()
  const [isOpen, setOpen] = useState(false)
  const isOn = JSON.stringify(value) !== JSON.stringify(unfiltered)
  const label = text('posts.filter')
  return (
    <>
      <ActionIcon
        className={css.filter}
        data-on={isOn || undefined}
        aria-label={isOn ? `${label}, ${text('posts.filtered')}` : label}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <IconAdjustmentsHorizontal size={24} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
      {isOpen && (
        <Suspense>
          <PostFilters value={value} onChange={onChange} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
