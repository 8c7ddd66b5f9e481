import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiError, isDeactivated } from '../../../platform/connection/http-errors.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { paths } from '../../../platform/paths/paths.ts'
import { useAccessToken } from '../../../platform/session/session.ts'
import { ReplyAge } from '../../../shared/chat/reply-age.tsx'
import { EmptyState, ErrorState } from '../../../ui/states/states.tsx'
import { useMe } from '../accounts.queries.ts'
import { profileQuery } from '../profile.queries.ts'
import { ProfileDetails } from './profile-details.tsx'
import { ProfileHead } from './profile-head.tsx'
import { ProfileSkeleton } from './profile-skeleton.tsx'
import css from './profile.module.css'

/** Whether the person does not exist. The status is 400 if the address contains no valid id. */
const isNotFound = (error: Error | null) => error instanceof ApiError && [400, 404].includes(error.status)

interface Props {
  userId: string
  /** Buttons for actions with the person. The screen passes them, because they belong to other features. */
  actions: ReactNode
}

/** The profile of a person, for signed-in users. */
export function OtherProfile({ userId, actions }: Props) {
  const text = useText()
  const isSelf = useMe()?.id === userId
  const { data, dataUpdatedAt, error, refetch } = useQuery({ ...profileQuery(userId), enabled: useAccessToken() !== null })
  if (isNotFound(error)) {
    const wasActive = isDeactivated(error)
    return (
      <EmptyState
        title={text(wasActive ? 'error.user.inactive' : 'profile.notFound')}
        note={text(wasActive ? 'profile.deactivatedNote' : 'profile.notFoundWhy')}
        action={
          <Button component={Link} to={paths.home}>
            {text('chrome.goHome')}
          </Button>
        }
      />
    )
  }
  if (!data) {
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} title={text('profile.loadFailed')} />
    ) : (
      <ProfileSkeleton />
    )
  }
  const ownProfileButton = (
    <Button component={Link} to={paths.me} variant="default">
      {text('profile.mine')}
    </Button>
  )
  return (
    <div className={css.column}>
      <ProfileHead person={data} actions={isSelf ? ownProfileButton : actions} />
      <ReplyAge at={dataUpdatedAt} />
      <ProfileDetails profile={data} />
    </div>
  )
}
