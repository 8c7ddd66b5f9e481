import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useText } from '../../../platform/i18n.ts'
import { paths } from '../../../platform/paths.ts'
import { EmptyState } from '../../../ui/states.tsx'

const words = {
  'page:edit': ['drafts.notAllowed', 'drafts.notAllowedNote'],
  'page:moderate': ['drafts.notModerator', 'drafts.notModeratorNote'],
} as const

/** For who may read the page, and not do this to it. */
export function NotAllowed({ pageId, needs }: { pageId: string; needs: keyof typeof words }) {
  const text = useText()
  const [title, note] = words[needs]
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
