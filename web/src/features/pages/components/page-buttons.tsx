import { Button } from '@mantine/core'
import { IconClipboardCheck, IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { pageAbilities as abilities } from '@noroshi/contract/pages/pages.abilities'
import { useText } from '../../../platform/language/i18n.ts'
import { paths } from '../../../platform/paths/paths.ts'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import type { OpenPage } from '../use-page.ts'
import css from './page-article.module.css'
import { PendingDraftCount } from './pending-draft-count.tsx'

/** Buttons for contributors (edit) and moderators (review and edit) of a page (specification, section 2). */
export function PageButtons({ open: { page, facts } }: { open: OpenPage }) {
  const text = useText()
  const viewer = useCurrentUser()
  const mayContribute = abilities['page:contribute'](viewer, facts)
  const mayModerate = abilities['page:moderate'](viewer, facts)
  if (!mayContribute && !mayModerate) return null
  const params = { pageId: page.id }
  return (
    <div className={css.buttons}>
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
          rightSection={<PendingDraftCount pageId={page.id} />}
          renderRoot={(props) => <Link {...props} to={paths.pageDraftRequest} params={params} />}
        >
          {text('pages.review')}
        </Button>
      )}
    </div>
  )
}
