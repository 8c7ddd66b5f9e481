import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { feedAbilities as abilities } from '@noroshi/contract/feeds/feeds.abilities'
import type { Feed } from '@noroshi/contract/feeds/feeds.http'
import { useText } from '../../../platform/language/i18n.ts'
import { paths } from '../../../platform/paths/paths.ts'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import cards from '../../../ui/layout/cards.module.css'
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { useFeeds } from '../feeds.queries.ts'
import { FeedCover } from './feed-cover.tsx'
import { FeedMenu } from './feed-menu.tsx'
import { FeedTags } from './feed-tags.tsx'

const FeedDialog = lazy(() => import('./feed-dialog.tsx').then(({ FeedDialog: dialog }) => ({ default: dialog })))

/** All feeds that the user may read, with a button for administrators to create one. */
export function FeedList() {
  const text = useText()
  const mayAdminister = abilities['feed:administer'](useCurrentUser())
  const [isCreating, setCreating] = useState(false)
  const { feeds, error, refetch } = useFeeds()
  if (!feeds) {
    return error ? <ErrorState error={error} onRetry={() => void refetch()} title={text('feeds.listFailed')} /> : <ListSkeleton />
  }
  const create = mayAdminister && (
    <Button leftSection={<IconPlus size={20} stroke={2} aria-hidden="true" />} onClick={() => setCreating(true)}>
      {text('feeds.create')}
    </Button>
  )
  return (
    <div className={cards.column}>
      {feeds.length === 0 ? (
        <EmptyState
          title={text('feeds.none')}
          note={text(mayAdminister ? 'feeds.noneTipAdmin' : 'feeds.noneTip')}
          action={create}
        />
      ) : (
        <>
          {create}
          <ul className={cards.cards}>
            {feeds.map((feed) => (
              <FeedCard key={feed.id} feed={feed} mayAdminister={mayAdminister} />
            ))}
          </ul>
        </>
      )}
      {isCreating && (
        <Suspense>
          <FeedDialog feed={null} onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** A feed in the list. */
export function FeedCard({ feed, mayAdminister }: { feed: Feed; mayAdminister: boolean }) {
  return (
    <li className={cards.card}>
      <Link to={paths.feedPosts} params={{ feedId: feed.id }}>
        <span className={cards.picture}>
          <FeedCover feed={feed} />
        </span>
        <span className={cards.text}>
          <b>{feed.name}</b>
          {feed.description !== '' && <span className={cards.excerpt}>{feed.description}</span>}
          <FeedTags feed={feed} />
        </span>
      </Link>
      {mayAdminister && (
        <span className={cards.menu}>
          <FeedMenu feed={feed} />
        </span>
      )}
    </li>
  )
}
