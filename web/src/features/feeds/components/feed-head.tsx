import { IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Feed } from '@noroshi/contract/feeds/feeds.http'
import { useText } from '../../../platform/language/i18n.ts'
import { paths } from '../../../platform/paths/paths.ts'
import { useFeedMembers } from '../feeds.queries.ts'
import { FeedCover } from './feed-cover.tsx'
import css from './feed-head.module.css'
import { FeedTags } from './feed-tags.tsx'

interface Props {
  feed: Feed
  /** Omits the link to the members, on the page of the members. */
  isOfMembers?: boolean
  /** Buttons of the page. */
  children?: ReactNode
}

/** Cover, description (max four lines) and the link to the members. */
export function FeedHead({ feed, isOfMembers = false, children }: Props) {
  return (
    <div className={css.head}>
      <div className={css.cover}>
        <FeedCover feed={feed} isLarge />
      </div>
      <div className={css.about}>
        <p className={css.description}>{feed.description}</p>
        <FeedTags feed={feed} />
        {!isOfMembers && <MembersLink feedId={feed.id} />}
        {children}
      </div>
    </div>
  )
}

function MembersLink({ feedId }: { feedId: string }) {
  const text = useText()
  const count = useFeedMembers(feedId).members?.length
  return (
    <Link to={paths.feedMembers} params={{ feedId }} className={css.members}>
      <IconUsers size={20} stroke={1.75} aria-hidden="true" />
      {count === undefined ? text('feeds.members') : text('feeds.membersCount', { count })}
    </Link>
  )
}
