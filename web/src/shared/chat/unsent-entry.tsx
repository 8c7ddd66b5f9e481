import { IconAlertTriangle, IconClock, IconPencil, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../platform/language/i18n.ts'
import type { TypedEntry } from '../../platform/outbox/entry.ts'
import { outbox } from '../../platform/outbox/outbox.ts'
import { DeleteQuestion } from '../../ui/dialogs/delete-question.tsx'
import { useObjectUrl } from '../../ui/media/media-stream.ts'
import css from './unsent-entry.module.css'

interface Props {
  entry: TypedEntry<unknown>
  /** The kind of content, where the screen shows several kinds. */
  title?: string
  /** The text that the user wrote; '' if there is none. */
  body: string
  /** Opens the refused content for editing. */
  onEdit?: () => void
  /** Whether the viewer may delete it. */
  mayDelete?: boolean
}

/**
 * Content that the server has not acknowledged: its text and files, its state, and buttons to send it again or delete
 * it.
 */
export function UnsentEntry({ entry, title, body, onEdit, mayDelete = true }: Props) {
  const text = useText()
  const [isAsking, setAsking] = useState(false)
  const { id, state, files, percent, refusal } = entry
  const isStuck = state === 'waiting' || state === 'failed'
  const Icon = state === 'failed' ? IconAlertTriangle : IconClock
  const stateText = text(state === 'failed' ? 'outbox.notSent' : state === 'waiting' ? 'outbox.waiting' : 'outbox.sending')
  return (
    <div className={css.entry} data-state={state}>
      {title !== undefined && <h3 className={css.title}>{title}</h3>}
      {body !== '' && <p className={css.body}>{body}</p>}
      {body === '' && files.length === 0 && <p className={css.none}>{text('outbox.noText')}</p>}
      {files.length > 0 && (
        <ul className={css.files}>
          {files.map((file, index) => (
            <li key={`${index} ${file.name}`}>
              <Preview file={file} />
              {file.name}
            </li>
          ))}
        </ul>
      )}
      <p className={css.state} role={isStuck ? 'status' : undefined}>
        <Icon size={18} stroke={2} aria-hidden="true" />
        <span>
          <b>{stateText}</b>
          {refusal && refusal.message !== '' && ` ${refusal.message}`}
          {!isStuck && files.length > 0 && ` ${percent}%`}
        </span>
      </p>
      {(isStuck || files.length > 0) && (
        <div className={css.buttons}>
          {mayDelete && (
            <button type="button" onClick={() => setAsking(true)}>
              <IconTrash size={18} stroke={2.25} aria-hidden="true" />
              {text(isStuck ? 'chrome.delete' : 'media.cancelSending')}
            </button>
          )}
          {state === 'failed' && onEdit && (
            <button type="button" onClick={onEdit}>
              <IconPencil size={18} stroke={2.25} aria-hidden="true" />
              {text('outbox.edit')}
            </button>
          )}
          {isStuck && (
            <button type="button" onClick={() => void outbox.resend(id)}>
              <IconRefresh size={18} stroke={2.25} aria-hidden="true" />
              {text('outbox.tryAgain')}
            </button>
          )}
        </div>
      )}
      <DeleteQuestion isOpen={isAsking} onClose={() => setAsking(false)} onDelete={() => outbox.discard(id)} />
    </div>
  )
}

function Preview({ file }: { file: File }) {
  const url = useObjectUrl(file.type.startsWith('image/') ? file : null)
  return url ? <img src={url} alt="" /> : null // the name is beside it
}
