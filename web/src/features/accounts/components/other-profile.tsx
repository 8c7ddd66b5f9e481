import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiError } from '../../../platform/http-errors.ts'
import { useText } from '../../../platform/i18n.ts'
import { paths } from '../../../platform/paths.ts'
import { useAccessToken } from '../../../platform/session.ts'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { useMe } from '../accounts.queries.ts'
import { profileQuery } from '../profile.queries.ts'
import { ProfileFacts } from './profile-facts.tsx'
import { ProfileHead } from './profile-head.tsx'
import { ProfileSkeleton } from './profile-skeleton.tsx'
import css from './profile.module.css'

/** 400: what stands in the address is no id at all. */
const isNobody = (error: Error | null) => error instanceof ApiError && [400, 404].includes(error.status)

interface Props {
  userId: string
  /** What one can do with another person: given by the screen, which knows the other features. */
  keys: ReactNode
}

/** Somebody's profile, for whoever is signed in. */
export function OtherProfile({ userId, keys }: Props) {
  const text = useText()
  const isSelf = useMe()?.id === userId
  const { data, error, refetch } = useQuery({ ...profileQuery(userId), enabled: useAccessToken() !== null })
  if (isNobody(error)) {
    return (
      <EmptyState
        title={text('profile.notFound')}
        note={text('profile.notFoundWhy')}
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
  const mine = (
    <Button component={Link} to={paths.me} variant="default">
      {text('profile.mine')}
    </Button>
  )
  return (
    <div className={css.column}>
      <ProfileHead person={data} keys={isSelf ? mine : keys} />
      <ProfileFacts profile={data} />
    </div>
  )
}
