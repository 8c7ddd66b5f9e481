import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { pageAbilities as abilities } from '@noroshi/contract/pages/pages.abilities'
import { PageArticle } from '../../features/pages/components/page-article.tsx'
import { PageNotFound } from '../../features/pages/components/page-not-found.tsx'
import { PageMenu } from '../../features/pages/components/page-menu.tsx'
import { PageSkeleton } from '../../features/pages/components/page-skeleton.tsx'
import { usePage, usePageRoom } from '../../features/pages/use-page.ts'
import { isGone } from '../../platform/connection/http-errors.ts'
import { useText } from '../../platform/language/i18n.ts'
import { paths } from '../../platform/paths/paths.ts'
import { useCurrentUser } from '../../platform/session/current-user.ts'
import { Screen } from '../../ui/layout/screen.tsx'
import { ErrorState } from '../../ui/states/states.tsx'
import { toastSuccess } from '../../ui/states/toast.tsx'
import '../drafts-live.ts'

/** A published page. */
export function PageReadScreen() {
  const { pageId = '' } = useParams({ strict: false })
  return <OpenedPage key={pageId} pageId={pageId} />
}

function OpenedPage({ pageId }: { pageId: string }) {
  const text = useText()
  const navigate = useNavigate()
  const { open, error, retry } = usePage(pageId)
  usePageRoom(pageId)
  const mayAdminister = abilities['page:administer'](useCurrentUser())
  const shown = isGone(error) ? null : open
  useRevisionToast(shown?.page.revision)
  return (
    <Screen
      title={shown?.page.title ?? text('pages.title')}
      hasTitle={shown === null}
      backTo={paths.pages}
      actions={
        shown &&
        mayAdminister && (
          <PageMenu page={shown.page} variant="bar" onDeleted={() => void navigate({ to: paths.pages, replace: true })} />
        )
      }
    >
      {shown ? (
        <PageArticle open={shown} />
      ) : isGone(error) ? (
        <PageNotFound />
      ) : error ? (
        <ErrorState error={error} onRetry={retry} title={text('pages.pageFailed')} />
      ) : (
        <PageSkeleton />
      )}
    </Screen>
  )
}

/** Shows a toast when a new revision is published while the user reads the page. */
function useRevisionToast(revision: number | undefined) {
  const shownRevision = useRef(revision)
  useEffect(() => {
    if (revision === undefined) return
    if (shownRevision.current !== undefined && revision > shownRevision.current) toastSuccess('pages.updatedNow')
    shownRevision.current = revision
  }, [revision])
}
