import { useText } from '../../platform/language/i18n.ts'
import { EmptyState } from '../../ui/states/states.tsx'
import css from './messages.module.css'

/** The empty pane beside the list on desktops, while no thread is open. */
export function MessagesScreen() {
  const text = useText()
  return (
    <section className={css.empty}>
      <EmptyState title={text('messages.chooseChat')} note={text('messages.chooseChatTip')} />
    </section>
  )
}
