import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { pageAbilities as abilities } from '@noroshi/contract/pages/pages.abilities'
import type { PageMember } from '@noroshi/contract/pages/page-members.http'
import { useText } from '../../../platform/i18n.ts'
import { useReader } from '../../../platform/reader.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { ErrorState, ListSkeleton } from '../../../ui/states.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { pageMembersQuery } from '../pages.queries.ts'
import type { OpenPage } from '../use-page.ts'
import css from './page-members.module.css'
import { pageMemberFlags } from './page-member-flags.ts'
import { PageMemberMenu } from './page-member-menu.tsx'

const AddPageMembersDialog = lazy(() =>
  import('./add-page-members-dialog.tsx').then(({ AddPageMembersDialog: dialog }) => ({ default: dialog })),
)

/** Who is in a page and what they may do; who manages the members changes it. */
export function PageMembers({ open: { page, facts } }: { open: OpenPage }) {
  const text = useText()
  const reader = useReader()
  const [isAdding, setAdding] = useState(false)
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
        <Button
          className={css.add}
          leftSection={<IconUserPlus size={20} stroke={2} aria-hidden="true" />}
          onClick={() => setAdding(true)}
        >
          {text('pages.addMembers')}
        </Button>
      )}
      <ul className={css.members}>
        {data.items.map((member) => (
          <li key={member.id}>
            <Avatar person={member.user} size={52} />
            <Name member={member} isCreator={member.UserId === page.CreatedByUserId} isSelf={member.UserId === reader?.id} />
            <PageMemberMenu
              member={member}
              mayChange={abilities['page:changeMember'](reader, {
                ...facts,
                UserId: member.UserId,
                CreatedByUserId: page.CreatedByUserId,
              })}
            />
          </li>
        ))}
      </ul>
      {isAdding && (
        <Suspense>
          <AddPageMembersDialog pageId={page.id} members={data.items} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  )
}

function Name({ member, isCreator, isSelf }: { member: PageMember; isCreator: boolean; isSelf: boolean }) {
  const text = useText()
  const rights = pageMemberFlags.filter((flag) => member[flag])
  return (
    <div className={css.who}>
      <span className={css.name}>
        {member.user.fullName} {isSelf && <span className={css.self}>{text('pages.you')}</span>}
      </span>
      {(isCreator || rights.length > 0) && (
        <span className={css.tags}>
          {isCreator && <Tag tone="accent">{text('pages.creator')}</Tag>}
          {!isCreator && rights.map((flag) => <Tag key={flag}>{text(`pages.${flag}`)}</Tag>)}
        </span>
      )}
    </div>
  )
}
