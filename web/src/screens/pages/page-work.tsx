import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { pageAbilities as abilities } from '@noroshi/contract/pages/pages.abilities'
import { unitQuery } from '../../features/accounts/accounts.queries.ts'
import { NotAllowed } from '../../features/pages/components/not-allowed.tsx'
import { PageNotFound } from '../../features/pages/components/page-not-found.tsx'
import { PageSkeleton } from '../../features/pages/components/page-skeleton.tsx'
import { type OpenPage, usePage, usePageRoom } from '../../features/pages/use-page.ts'
import { isGone } from '../../platform/connection/http-errors.ts'
import { useText } from '../../platform/language/i18n.ts'
import { useCurrentUser } from '../../platform/session/current-user.ts'
import { UnitContext } from '../../platform/session/unit.ts'
import { Screen } from '../../ui/layout/screen.tsx'
import { ErrorState } from '../../ui/states/states.tsx'
import css from './page-work.module.css'
import '../drafts-live.ts'

interface Props {
  ability: 'page:edit' | 'page:moderate'
  children: (open: OpenPage) => ReactNode
}

/** The layout of the screens for members of a page. Users without the required right see a notice. */
export function PageWork({ ability, children }: Props) {
  const { pageId = '' } = useParams({ strict: false })
  return (
    <Opened key={pageId} pageId={pageId} ability={ability}>
      {children}
    </Opened>
  )
}

function Opened({ pageId, ability, children }: Props & { pageId: string }) {
  const text = useText()
  const viewer = useCurrentUser()
  const { data: unit } = useQuery(unitQuery)
  const { open, error, retry } = usePage(pageId)
  usePageRoom(pageId)
  let content: ReactNode = <PageSkeleton />
  if (isGone(error)) content = <PageNotFound />
  else if (!open && error) content = <ErrorState error={error} onRetry={retry} title={text('pages.pageFailed')} />
  // The user is known a moment after the page. Before that it is unknown whose unsent changes to load.
  else if (open && viewer)
    content = abilities[ability](viewer, open.facts) ? children(open) : <NotAllowed pageId={pageId} needs={ability} />
  return (
    <UnitContext value={unit}>
      <Screen title={open?.page.title ?? text('pages.title')} backTo={`/pages/${pageId}`}>
        <div className={css.work}>{content}</div>
      </Screen>
    </UnitContext>
  )
}
