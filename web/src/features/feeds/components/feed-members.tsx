import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { feedAbilities as abilities } from '@noroshi/contract/feeds/feeds.abilities'
import type { FeedMember } from '@noroshi/contract/feeds/feed-members.http'
import { useText } from '../../../platform/i18n.ts'
import { useReader } from '../../../platform/reader.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { ErrorState, ListSkeleton } from '../../../ui/states.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { feedMembersQuery } from '../feeds.queries.ts'
import type { OpenFeed } from '../use-feed.ts'
import css from './feed-members.module.css'
import { memberFlags } from './member-flags.ts'
import { MemberMenu } from './member-menu.tsx'

const AddMembersDialog = lazy(() =>
  import('./add-members-dialog.tsx').then(({ AddMembersDialog: dialog }) => ({ default: dialog })),
)

/** Who is in a feed and what they may do; who manages the members changes it. */
export function FeedMembers({ open: { feed, facts } }: { open: OpenFeed }) {
  const text = useText()
  const reader = useReader()
  const [isAdding, setAdding] = useState(false)
  const { data, error, refetch } = useQuery(feedMembersQuery(feed.id))
  if (!data) {
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} title={text('feeds.membersFailed')} />
    ) : (
      <ListSkeleton />
    )
  }
  return (
    <>
      {abilities['feed:manageMembers'](reader, facts) && (
        <Button
          className={css.add}
          leftSection={<IconUserPlus size={20} stroke={2} aria-hidden="true" />}
          onClick={() => setAdding(true)}
        >
          {text('feeds.addMembers')}
        </Button>
      )}
      <ul className={css.members}>
        {data.items.map((member) => (
          <li key={member.id}>
            <Avatar person={member.user} size={52} />
            <Name member={member} isCreator={member.UserId === feed.CreatedByUserId} isSelf={member.UserId === reader?.id} />
            <MemberMenu
              member={member}
              mayChange={abilities['feed:changeMember'](reader, {
                ...facts,
                UserId: member.UserId,
                CreatedByUserId: feed.CreatedByUserId,
              })}
            />
          </li>
        ))}
      </ul>
      {isAdding && (
        <Suspense>
          <AddMembersDialog feedId={feed.id} members={data.items} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  )
}

function Name({ member, isCreator, isSelf }: { member: FeedMember; isCreator: boolean; isSelf: boolean }) {
  const text = useText()
  const rights = memberFlags.filter((flag) => member[flag])
  return (
    <div className={css.who}>
      <span className={css.name}>
        {member.user.fullName} {isSelf && <span className={css.self}>{text('feeds.you')}</span>}
      </span>
      {(isCreator || rights.length > 0) && (
        <span className={css.tags}>
          {isCreator && <Tag tone="accent">{text('feeds.creator')}</Tag>}
          {!isCreator && rights.map((flag) => <Tag key={flag}>{text(`feeds.${flag}`)}</Tag>)}
        </span>
      )}
    </div>
  )
}
