import { Button } from '@mantine/core'
import { IconClipboardCheck, IconPencil } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { pageAbilities as abilities } from '@noroshi/contract/pages/pages.abilities'
import { useText } from '../../../platform/i18n.ts'
import { paths } from '../../../platform/paths.ts'
import { useReader } from '../../../platform/reader.ts'
import { Count } from '../../../ui/count.tsx'
import { countKey } from '../../../ui/count-key.ts'
import { draftsIn } from '../draft-cache.ts'
import { pendingDraftsQuery } from '../drafts.queries.ts'
import type { OpenPage } from '../use-page.ts'
import css from './page-article.module.css'

/** For who works on a page: a contributor edits, a moderator reviews what waits and edits (specification, section 2). */
export function PageKeys({ open: { page, facts } }: { open: OpenPage }) {
  const text = useText()
  const reader = useReader()
  const mayContribute = abilities['page:contribute'](reader, facts)
  const mayModerate = abilities['page:moderate'](reader, facts)
  if (!mayContribute && !mayModerate) return null
  const params = { pageId: page.id }
  return (
    <div className={css.keys}>
      {mayContribute && (
        <Button
          variant="default"
          leftSection={<IconPencil size={20} stroke={1.75} aria-hidden="true" />}
          renderRoot={(props) => <Link {...props} to={paths.pageContent} params={params} />}
        >
          {text('pages.edit')}
        </Button>
      )}
      {mayModerate && (
        <Button
          variant="default"
          leftSection={<IconClipboardCheck size={20} stroke={1.75} aria-hidden="true" />}
          rightSection={<Waiting pageId={page.id} />}
          renderRoot={(props) => <Link {...props} to={paths.pageDraftRequest} params={params} />}
        >
          {text('pages.review')}
        </Button>
      )}
    </div>
  )
}

/** How many drafts wait for a review, as far as they are loaded. What changes is told: they are long, and not asked for by the clock. */
function Waiting({ pageId }: { pageId: string }) {
  const text = useText()
  const { data, hasNextPage } = useInfiniteQuery({ ...pendingDraftsQuery(pageId), refetchInterval: false })
  const count = draftsIn(data).length
  if (count === 0) return null
  return (
    <>
      <span aria-hidden="true">
        <Count value={count} hasMore={hasNextPage} />
      </span>
      <span className="visually-hidden">{text(countKey('pages.waiting', count), { count })}</span>
    </>
  )
}
