import { IconChevronRight } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useText } from '../../../platform/language/i18n.ts'
import { paths } from '../../../platform/paths/paths.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { Avatar } from '../../../shared/people/avatar.tsx'
import { LoadMore } from '../../../ui/layout/load-more.tsx'
import { ReplyAge } from '../../../shared/chat/reply-age.tsx'
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { groupMembersQuery } from '../alerts.queries.ts'
import css from './alert-member-list.module.css'

/** The members of the user's alert groups, whom an SOS reaches. */
export function AlertMemberList() {
  const text = useText()
  const { data, dataUpdatedAt, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(groupMembersQuery)
  if (!data) {
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} title={text('alerts.membersFailed')} />
    ) : (
      <ListSkeleton />
    )
  }
  const members = data.pages.flatMap(({ items }) => items)
  if (members.length === 0) return <EmptyState title={text('alerts.noMembers')} />
  return (
    <>
      <ReplyAge at={dataUpdatedAt} />
      <ul className={css.members}>
        {members.map((person) => (
          <li key={person.id}>
            <Link to={paths.profile} params={{ userId: person.id }}>
              <Avatar person={person} size={52} />
              <span translate="no">{nameOf(person)}</span>
              <IconChevronRight size={20} stroke={2} aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <LoadMore label={text('alerts.membersMore')} isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
      )}
    </>
  )
}
