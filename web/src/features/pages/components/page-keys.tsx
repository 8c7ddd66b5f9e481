import { Button } from '@mantine/core'
import { IconClipboardCheck, IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { pageAbilities as abilities } from '@noroshi/contract/pages/pages.abilities'
import { useText } from '../../../platform/i18n.ts'
import { paths } from '../../../platform/paths.ts'
import { useReader } from '../../../platform/reader.ts'
import type { OpenPage } from '../use-page.ts'
import css from './page-article.module.css'
import { WaitingCount } from './waiting-count.tsx'

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
          rightSection={<WaitingCount pageId={page.id} />}
          renderRoot={(props) => <Link {...props} to={paths.pageDraftRequest} params={params} />}
        >
          {text('pages.review')}
        </Button>
      )}
    </div>
  )
}
