import { useSyncExternalStore } from 'react'
import { useText } from '../../platform/language/i18n.ts'
import { outbox } from '../../platform/outbox/outbox.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { UnsentEntry } from '../../shared/chat/unsent-entry.tsx'
import css from './refused-notice.module.css'

/** The list of what the server did not accept, also if its chat, feed, page or alert does not exist any more. */
export function RefusedEntries({ onClose }: { onClose: () => void }) {
  const text = useText()
  const refused = useSyncExternalStore(outbox.subscribe, outbox.refused)
  return (
    <Dialog isOpen onClose={onClose} title={text('outbox.notSent')}>
      <p className={css.note}>{text(refused.length > 0 ? 'outbox.listNote' : 'outbox.none')}</p>
      <ul className={css.list}>
        {refused.map((entry) => {
          const { title, text: body, mayDelete = true } = outbox.describe(entry)
          return (
            <li key={entry.id}>
              <UnsentEntry entry={entry} title={title} body={body} mayDelete={mayDelete} />
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}
