import { useQuery } from '@tanstack/react-query'
import { feedAbilities as abilities } from '@noroshi/contract/feeds/feeds.abilities'
import type { FeedMember } from '@noroshi/contract/feeds/feed-members.http'
import { useText } from '../../../platform/i18n.ts'
import { useReader } from '../../../platform/reader.ts'
import { AddPeople } from '../../../ui/add-people.tsx'
import { MemberRow, MemberRows } from '../../../ui/member-row.tsx'
import { ErrorState, ListSkeleton } from '../../../ui/states.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { useAddFeedMembers } from '../feeds.changes.ts'
import { feedMembersQuery } from '../feeds.queries.ts'
import type { OpenFeed } from '../use-feed.ts'
import { FeedMemberMenu } from './feed-member-menu.tsx'
import { memberFlags } from './member-flags.ts'

/** Who is in a feed and what they may do; who manages the members changes it. */
export function FeedMembers({ open }: { open: OpenFeed }) {
  const { feed, facts } = open
  const text = useText()
  const reader = useReader()
  const { mutate, isPending } = useAddFeedMembers(feed.id)
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
        <AddPeople
          label={text('feeds.addMembers')}
          question={text('feeds.addMembersWho')}
          memberIds={data.items.map(({ UserId }) => UserId)}
          onAdd={(userIds, onAdded) => mutate(userIds, { onSuccess: onAdded })}
          isBusy={isPending}
        />
      )}
      <MemberRows>
        {data.items.map((member) => (
          <Row key={member.id} member={member} open={open} />
        ))}
      </MemberRows>
    </>
  )
}

function Row({ member, open: { feed, facts } }: { member: FeedMember; open: OpenFeed }) {
  const text = useText()
  const reader = useReader()
  const { UserId } = member
  const { CreatedByUserId } = feed
  const rights = memberFlags.filter((flag) => member[flag]).map((flag) => <Tag key={flag}>{text(`feeds.${flag}`)}</Tag>)
  return (
    <MemberRow
      person={member.user}
      you={text('feeds.you')}
      tags={UserId === CreatedByUserId ? <Tag tone="accent">{text('feeds.creator')}</Tag> : rights.length > 0 && rights}
    >
      <FeedMemberMenu member={member} mayChange={abilities['feed:changeMember'](reader, { ...facts, UserId, CreatedByUserId })} />
    </MemberRow>
  )
}
