import { Button, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { ALERT_NOTE_MAX } from '@noroshi/contract/alerts/handling'
import type { Viewer } from '@noroshi/contract/define'
import { ApiError } from '../../../platform/connection/http-errors.ts'
import { useDraft } from '../../../platform/forms/drafts.ts'
import { newId } from '../../../platform/ids.ts'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { dateTime } from '../../../platform/language/time.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { useReloadGuard } from '../../../ui/forms/unsaved-guard.tsx'
import { ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { useAddNote } from './handling.changes.ts'
import css from './handling.module.css'
import { notesQuery } from './handling.queries.ts'

interface Props {
  alert: AlertForViewer
  reader: NonNullable<Viewer>
}

/** The private notes about an alert, for its assigned users and administrators. */
export function PrivateNotes({ alert, reader }: Props) {
  const assignee = alert.handling?.assignee
  // The server decides whether the reader belongs to the group.
  const mayRead = reader.isAdmin || assignee?.user?.id === reader.id || assignee?.group != null
  return mayRead ? <Notes alertId={alert.id} /> : <KeptNote alertId={alert.id} />
}

/** A note that a user has not sent and may not add any more. It stays until the user discards it. */
export function KeptNote({ alertId }: { alertId: string }) {
  const text = useText()
  const draft = useDraft('alertNote', alertId)
  const [isAsking, setAsking] = useState(false)
  if (draft.text === '') return null
  return (
    <section className={css.notes}>
      <h3>{text('alerts.notes')}</h3>
      <p role="status">{text('alerts.notes.lost')}</p>
      <p className={css.note}>{draft.text}</p>
      <Button variant="default" onClick={() => setAsking(true)}>
        {text('alerts.notes.discard')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => draft.setText('')}
        title={text('alerts.notes.discard')}
        confirmLabel={text('alerts.notes.discard')}
      >
        <p>{text('alerts.notes.discardConfirm')}</p>
      </ConfirmDialog>
    </section>
  )
}

function Notes({ alertId }: { alertId: string }) {
  const text = useText()
  const language = useLanguage()
  const { data, error, refetch } = useQuery(notesQuery(alertId))
  if (error instanceof ApiError && error.status === 403) return <KeptNote alertId={alertId} />
  return (
    <section className={css.notes}>
      <h3>{text('alerts.notes')}</h3>
      <p>{text('alerts.notes.who')}</p>
      {!data &&
        (error ? (
          <ErrorState error={error} onRetry={() => void refetch()} title={text('alerts.notes.failed')} />
        ) : (
          <ListSkeleton />
        ))}
      {data?.items.length === 0 && <p>{text('alerts.notes.none')}</p>}
      <ul>
        {data?.items.map(({ id, author, text: note, createdAt }) => (
          <li key={id}>
            <b translate="no">{nameOf(author)}</b> <time dateTime={createdAt}>{dateTime(createdAt, language)}</time>
            <span className={css.note}>{note}</span>
          </li>
        ))}
      </ul>
      {data && <NewNote alertId={alertId} />}
    </section>
  )
}

function NewNote({ alertId }: { alertId: string }) {
  const text = useText()
  // A draft: the user may lose the right to add notes while typing.
  const draft = useDraft('alertNote', alertId)
  const { text: note, setText: setNote } = draft
  /** The id of the attempt to send this text. */
  const [clientId, setClientId] = useState(newId)
  const { mutate, isPending } = useAddNote(alertId)
  const isEmpty = note.trim() === ''
  useReloadGuard(draft.isAtRisk)
  const add = () =>
    mutate(
      { text: note, clientId },
      {
        onSuccess: () => {
          setNote('')
          setClientId(newId())
        },
      },
    )
  return (
    <>
      <Textarea
        label={text('alerts.notes.label')}
        value={note}
        maxLength={ALERT_NOTE_MAX}
        autosize
        minRows={2}
        maxRows={6}
        onChange={({ currentTarget: { value } }) => {
          setNote(value)
          setClientId(newId())
        }}
      />
      <Button variant="default" disabled={isEmpty} loading={isPending} onClick={add}>
        {text('alerts.notes.add')}
      </Button>
    </>
  )
}
