import { Link, useParams } from '@tanstack/react-router'
import { PageByline } from '../../features/pages/components/page-byline.tsx'
import { PageNotFound } from '../../features/pages/components/page-not-found.tsx'
import { PageMemberList } from '../../features/pages/components/page-member-list.tsx'
import { usePage, usePageRoom } from '../../features/pages/use-page.ts'
import { isGone } from '../../platform/connection/http-errors.ts'
import { useText } from '../../platform/language/i18n.ts'
import { paths } from '../../platform/paths/paths.ts'
import { Screen } from '../../ui/layout/screen.tsx'
import { ErrorState, ListSkeleton } from '../../ui/states/states.tsx'
import css from './page.module.css'
import '../pages-live.ts'

/** The members and the creator of a page. */
export function PageMembersScreen() {
  const { pageId = '' } = useParams({ strict: false })
  return <MembersOfPage key={pageId} pageId={pageId} />
}

function MembersOfPage({ pageId }: { pageId: string }) {
  const text = useText()
  const { open, error, retry } = usePage(pageId)
  usePageRoom(pageId)
  const shown = isGone(error) ? null : open
  return (
    <Screen title={text('pages.members')} backTo={`/pages/${pageId}`}>
      {shown ? (
        <div className={css.column}>
          <h2>
            <Link to={paths.page} params={{ pageId }}>
              {shown.page.title}
            </Link>
          </h2>
          <PageByline page={shown.page} isOfMembers />
          <PageMemberList open={shown} />
        </div>
      ) : isGone(error) ? (
        <PageNotFound />
      ) : error ? (
        <ErrorState error={error} onRetry={retry} title={text('pages.membersFailed')} />
      ) : (
        <div className={css.column}>
          <ListSkeleton />
        </div>
      )}
    </Screen>
  )
}
