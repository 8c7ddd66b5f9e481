import { FeedHead } from '../../features/feeds/components/feed-head.tsx'
import { FeedMemberList } from '../../features/feeds/components/feed-member-list.tsx'
import { useOpenFeed } from '../../features/feeds/use-feed.ts'
import { useText } from '../../platform/language/i18n.ts'
import { nameOf } from '../../platform/language/person-name.ts'
import css from './feed.module.css'

/** The members and the creator of a feed. */
export function FeedMembersScreen() {
  const text = useText()
  const open = useOpenFeed()
  return (
    <div className={css.column}>
      <FeedHead feed={open.feed} isOfMembers>
        <p className={css.creator}>{text('feeds.createdBy', { name: nameOf(open.feed.createdBy) })}</p>
      </FeedHead>
      <FeedMemberList open={open} />
    </div>
  )
}
