import { useText } from '../../platform/language/i18n.ts'
import { EmptyState } from '../../ui/states/states.tsx'
import css from './feed.module.css'

/** The empty pane beside the posts on desktops, while no comments are open. */
export function FeedIndex() {
  const text = useText()
  return (
    <aside className={css.empty} data-not-printed aria-label={text('comments.title')}>
      <EmptyState title={text('comments.choose')} note={text('comments.chooseTip')} />
    </aside>
  )
}
