import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useText } from '../../../platform/language/i18n.ts'
import { paths } from '../../../platform/paths/paths.ts'
import { EmptyState } from '../../../ui/states/states.tsx'

const texts = {
  'page:edit': ['drafts.notAllowed', 'drafts.notAllowedNote'],
  'page:moderate': ['drafts.notModerator', 'drafts.notModeratorNote'],
} as const

/** Shown to users who may read a page but lack the right for this screen. */
export function NotAllowed({ pageId, needs }: { pageId: string; needs: keyof typeof texts }) {
  const text = useText()
  const [title, note] = texts[needs]
  return (
    <EmptyState
      title={text(title)}
      note={text(note)}
      action={
        <Button renderRoot={(props) => <Link {...props} to={paths.page} params={{ pageId }} />}>{text('drafts.toPage')}</Button>
      }
    />
  )
}
