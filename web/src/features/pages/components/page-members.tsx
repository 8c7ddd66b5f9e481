import { useQuery } from '@tanstack/react-query'
import { pageAbilities as abilities } from '@noroshi/contract/pages/pages.abilities'
import type { PageMember } from '@noroshi/contract/pages/page-members.http'
import { useText } from '../../../platform/i18n.ts'
import { useReader } from '../../../platform/reader.ts'
import { AddPeople } from '../../../ui/add-people.tsx'
import { MemberRow, MemberRows } from '../../../ui/member-row.tsx'
import { ErrorState, ListSkeleton } from '../../../ui/states.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { useAddPageMembers } from '../pages.changes.ts'
import { pageMembersQuery } from '../pages.queries.ts'
import type { OpenPage } from '../use-page.ts'
import { PageMemberMenu } from './page-member-menu.tsx'
import { pageMemberFlags } from './page-member-flags.ts'

/** Who is in a page and what they may do; who manages the members changes it. */
export function PageMembers({ open }: { open: OpenPage }) {
  const { page, facts } = open
  const text = useText()
  const reader = useReader()
  const { mutate, isPending } = useAddPageMembers(page.id)
  const { data, error, refetch } = useQuery(pageMembersQuery(page.id))
  if (!data) {
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} title={text('pages.membersFailed')} />
    ) : (
      <ListSkeleton />
    )
  }
  return (
    <>
      {abilities['page:manageMembers'](reader, facts) && (
        <AddPeople
          label={text('pages.addMembers')}
          question={text('pages.addMembersWho')}
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

function Row({ member, open: { page, facts } }: { member: PageMember; open: OpenPage }) {
  const text = useText()
  const reader = useReader()
  const { UserId } = member
  const { CreatedByUserId } = page
  const rights = pageMemberFlags.filter((flag) => member[flag]).map((flag) => <Tag key={flag}>{text(`pages.${flag}`)}</Tag>)
  return (
    <MemberRow
      person={member.user}
      you={text('pages.you')}
      tags={UserId === CreatedByUserId ? <Tag tone="accent">{text('pages.creator')}</Tag> : rights.length > 0 && rights}
    >
      <PageMemberMenu member={member} mayChange={abilities['page:changeMember'](reader, { ...facts, UserId, CreatedByUserId })} />
    </MemberRow>
  )
}
