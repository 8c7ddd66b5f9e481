import { useInfiniteQuery } from '@tanstack/react-query'
import { useText } from '../../../platform/i18n.ts'
import { Count } from '../../../ui/count.tsx'
import { pluralKey } from '../../../ui/plural-key.ts'
import { draftsIn } from '../draft-cache.ts'
import { pendingDraftsQuery } from '../drafts.queries.ts'

/** Number of loaded drafts that await approval. */
export function PendingDraftCount({ pageId }: { pageId: string }) {
  const text = useText()
  const { data, hasNextPage } = useInfiniteQuery(pendingDraftsQuery(pageId))
  const count = draftsIn(data).length
  if (count === 0) return null
  return (
    <>
      <span aria-hidden="true">
        <Count value={count} hasMore={hasNextPage} />
      </span>
      <span className="visually-hidden">{text(pluralKey('pages.waiting', count), { count })}</span>
    </>
  )
}
