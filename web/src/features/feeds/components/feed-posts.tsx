import { ActionIcon, Button, Tabs } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { feedAbilities as abilities } from '@noroshi/contract/feeds/feeds.abilities'
import { useText } from '../../../platform/i18n.ts'
import { useReader } from '../../../platform/reader.ts'
import { readStored, writeStored } from '../../../platform/storage.ts'
import { Count } from '../../../ui/count.tsx'
import { countKey } from '../../../ui/count-key.ts'
import { type Narrowing, type PostTab, postsQuery, unfiltered } from '../feeds.queries.ts'
import { postsIn } from '../post-list.ts'
import type { OpenFeed } from '../use-feed.ts'
import { FeedHead } from './feed-head.tsx'
import css from './feed-posts.module.css'
import { PostList } from './post-list.tsx'

const PostDialog = lazy(() => import('./post-dialog.tsx').then(({ PostDialog: dialog }) => ({ default: dialog })))
const PostFilters = lazy(() => import('./post-filters.tsx').then(({ PostFilters: filters }) => ({ default: filters })))

const labels = { posts: 'posts.title', approve: 'posts.approveTab', yours: 'posts.yours' } as const
/** The active tab of a page is kept on this device (specification, section 3). */
const TAB_KEY = 'activeTab:/feed/posts'

/** What is narrowed stays while one reads the comments of a post. */
const narrowings = new Map<string, Narrowing>()

/** Approve: for moderators where not anybody may post; your posts: for who may post (specification, section 2). */
function useTabs({ facts }: OpenFeed): readonly PostTab[] {
  const reader = useReader()
  const mayReview = abilities['feed:moderatePosts'](reader, facts) && !facts.allowsPostByAnyUser
  return [
    'posts',
    ...(mayReview ? (['approve'] as const) : []),
    ...(abilities['feed:post'](reader, facts) ? (['yours'] as const) : []),
  ]
}

/** The posts of a feed: all, those that wait, one's own; narrowed, ordered, and added to. */
export function FeedPosts({ open, currentId }: { open: OpenFeed; currentId: string | undefined }) {
  const text = useText()
  const { feed, facts } = open
  const tabs = useTabs(open)
  const [chosen, setChosen] = useState(() => readStored(TAB_KEY))
  const [narrowing, setNarrowing] = useState(() => narrowings.get(feed.id) ?? unfiltered)
  const [isPosting, setPosting] = useState(false)
  const tab = tabs.find((each) => each === chosen) ?? 'posts'
  const choose = (next: string | null) => {
    writeStored(TAB_KEY, next)
    setChosen(next)
  }
  const narrow = (next: Narrowing) => {
    narrowings.set(feed.id, next)
    setNarrowing(next)
  }
  const post = abilities['feed:post'](useReader(), facts) && (
    <Button
      className={css.add}
      leftSection={<IconPlus size={22} stroke={2} aria-hidden="true" />}
      onClick={() => setPosting(true)}
    >
      {text('posts.new')}
    </Button>
  )
  const list = <PostList open={open} filter={{ ...narrowing, tab }} currentId={currentId} isWritable={post !== false} />
  return (
    <div className={css.feed}>
      <FeedHead feed={feed}>{post}</FeedHead>
      {tabs.length === 1 ? (
        <>
          <div className={css.tools}>
            <h2>{text('posts.title')}</h2>
            <FilterKey value={narrowing} onChange={narrow} />
          </div>
          {list}
        </>
      ) : (
        <Tabs value={tab} onChange={choose} keepMounted={false}>
          <div className={css.tools}>
            <Tabs.List grow aria-label={text('posts.tabs')} className={css.tabs}>
              {tabs.map((each) => (
                <Tabs.Tab key={each} value={each} rightSection={each === 'approve' && <Waiting feedId={feed.id} />}>
                  {text(labels[each])}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <FilterKey value={narrowing} onChange={narrow} />
          </div>
          {tabs.map((each) => (
            <Tabs.Panel key={each} value={each}>
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

/** How many posts wait, as far as they are loaded. */
function Waiting({ feedId }: { feedId: string }) {
  const text = useText()
  const { data, hasNextPage } = useInfiniteQuery(postsQuery(feedId, { ...unfiltered, tab: 'approve' }))
  const count = postsIn(data).length
  if (count === 0) return null
  return (
    <>
      <span aria-hidden="true">
        <Count value={count} hasMore={hasNextPage} />
      </span>
      <span className="visually-hidden">{text(countKey('posts.waiting', count), { count })}</span>
    </>
  )
}

function FilterKey({ value, onChange }: { value: Narrowing; onChange: (value: Narrowing) => void }) {
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
