import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { pageAbilities as abilities } from '@noroshi/contract/pages/pages.abilities'
import { unitQuery } from '../features/accounts/accounts.queries.ts'
import { NotAllowed } from '../features/pages/components/not-allowed.tsx'
import { PageGone } from '../features/pages/components/page-gone.tsx'
import { PageSkeleton } from '../features/pages/components/page-skeleton.tsx'
import { type OpenPage, usePage, usePageRoom } from '../features/pages/use-page.ts'
import { isGone } from '../platform/http-errors.ts'
import { useText } from '../platform/i18n.ts'
import { useReader } from '../platform/reader.ts'
import { UnitContext } from '../platform/unit.ts'
import { Screen } from '../ui/screen.tsx'
import { ErrorState } from '../ui/states.tsx'
import css from './page-work.module.css'
import './drafts-live.ts'

interface Props {
  needs: 'page:edit' | 'page:moderate'
  children: (open: OpenPage) => ReactNode
}

/** The frame of what members of a page work in: only who may, finds it. */
export function PageWork({ needs, children }: Props) {
  const { pageId = '' } = useParams({ strict: false })
  return (
    <Opened key={pageId} pageId={pageId} needs={needs}>
      {children}
    </Opened>
  )
}

function Opened({ pageId, needs, children }: Props & { pageId: string }) {
  const text = useText()
  const reader = useReader()
  const { data: unit } = useQuery(unitQuery)
  const { open, error, retry } = usePage(pageId)
  usePageRoom(pageId)
  let content: ReactNode = <PageSkeleton />
  if (isGone(error)) content = <PageGone />
  else if (!open && error) content = <ErrorState error={error} onRetry={retry} title={text('pages.pageFailed')} />
  // The reader is told a moment after the page: until then nobody knows whose unsent changes to look for.
  else if (open && reader)
    content = abilities[needs](reader, open.facts) ? children(open) : <NotAllowed pageId={pageId} needs={needs} />
  return (
    <UnitContext value={unit}>
      <Screen title={open?.page.title ?? text('pages.title')} backTo={`/pages/${pageId}`}>
        <div className={css.work}>{content}</div>
      </Screen>
    </UnitContext>
  )
}
