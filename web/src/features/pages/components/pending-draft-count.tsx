import { useText } from '../../../platform/language/i18n.ts'
import { Count } from '../../../ui/layout/count.tsx'
import { pendingDrafts } from '../drafts.queries.ts'

/** Number of loaded drafts that await approval. */
export function PendingDraftCount({ pageId }: { pageId: string }) {
  const text = useText()
  const { items: drafts, hasNextPage } = pendingDrafts.useItems(pageId)
  const count = drafts?.length ?? 0
  if (count === 0) return null
  return (
    <>
      <span aria-hidden="true">
        <Count value={count} hasMore={hasNextPage} />
      </span>
      <span className="visually-hidden">{text('pages.waiting', { count })}</span>
    </>
  )
}
