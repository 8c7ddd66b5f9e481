import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { pageAbilities as abilities } from '@noroshi/contract/pages/pages.abilities'
import { PageArticle } from '../features/pages/components/page-article.tsx'
import { PageGone } from '../features/pages/components/page-gone.tsx'
import { PageMenu } from '../features/pages/components/page-menu.tsx'
import { PageSkeleton } from '../features/pages/components/page-skeleton.tsx'
import { usePage, usePageRoom } from '../features/pages/use-page.ts'
import { isGone } from '../platform/http-errors.ts'
import { useText } from '../platform/i18n.ts'
import { paths } from '../platform/paths.ts'
import { useReader } from '../platform/reader.ts'
import { Screen } from '../ui/screen.tsx'
import { ErrorState } from '../ui/states.tsx'
import { toastSuccess } from '../ui/toast.tsx'
import './drafts-live.ts'

/** A page, as everybody reads it. */
export function PageReadScreen() {
  const { pageId = '' } = useParams({ strict: false })
  return <OpenedPage key={pageId} pageId={pageId} />
}

function OpenedPage({ pageId }: { pageId: string }) {
  const text = useText()
  const navigate = useNavigate()
  const { open, error, retry } = usePage(pageId)
  usePageRoom(pageId)
  const mayAdminister = abilities['page:administer'](useReader())
  const shown = isGone(error) ? null : open
  useNewsOf(shown?.page.revision)
  return (
    <Screen
      title={shown?.page.title ?? text('pages.title')}
      hasTitle={shown === null}
      backTo={paths.pages}
      actions={
        shown &&
        mayAdminister && (
          <PageMenu page={shown.page} place="bar" onDeleted={() => void navigate({ to: paths.pages, replace: true })} />
        )
      }
    >
      {shown ? (
        <PageArticle open={shown} />
      ) : isGone(error) ? (
        <PageGone />
      ) : error ? (
        <ErrorState error={error} onRetry={retry} title={text('pages.pageFailed')} />
      ) : (
        <PageSkeleton />
      )}
    </Screen>
  )
}

/** Who reads while a page is published anew is told why it looks different now. */
function useNewsOf(revision: number | undefined) {
  const read = useRef(revision)
  useEffect(() => {
    if (revision === undefined) return
    if (read.current !== undefined && revision > read.current) toastSuccess('pages.updatedNow')
    read.current = revision
  }, [revision])
}
