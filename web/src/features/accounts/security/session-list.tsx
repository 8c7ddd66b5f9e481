import { Button } from '@mantine/core'
import { IconDevices } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Session } from '@noroshi/contract/accounts/sessions.http'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { useAccessToken } from '../../../platform/session/session.ts'
import { fullDateTime } from '../../../platform/language/time.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { Tag } from '../../../ui/layout/tag.tsx'
import { sessionsQuery, useEndSession } from '../profile.queries.ts'
import css from '../components/profile.module.css'

/** The sessions of the user. Sessions of other devices can be ended here; the current one ends by logout. */
export function SessionList() {
  const text = useText()
  const { data, error, refetch } = useQuery({ ...sessionsQuery, enabled: useAccessToken() !== null })
  const [ending, setEnding] = useState<Session | null>(null)
  return (
    <Card>
      <h3 className={css.title}>{text('sessions.title')}</h3>
      {!data && !error && <ListSkeleton rows={2} />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} title={text('sessions.loadFailed')} />}
      {data && (
        <ul className={css.sessions}>
          {data.items.map((session) => (
            <Row key={session.id} session={session} onEnd={() => setEnding(session)} />
          ))}
        </ul>
      )}
      {ending && <EndDialog session={ending} onClose={() => setEnding(null)} />}
    </Card>
  )
}

function Row({ session: { device, lastUsedAt, isCurrent }, onEnd }: { session: Session; onEnd: () => void }) {
  const text = useText()
  const language = useLanguage()
  const name = device || text('sessions.unknownDevice')
  return (
    <li>
      <IconDevices size={24} stroke={1.75} aria-hidden="true" />
      <span>
        <b>{name}</b>
        <time dateTime={lastUsedAt}>{text('sessions.lastUsed', { time: fullDateTime(lastUsedAt, language) })}</time>
      </span>
      {isCurrent ? (
        <Tag tone="ok">{text('sessions.current')}</Tag>
      ) : (
        <Button variant="default" aria-label={text('sessions.endOn', { device: name })} onClick={onEnd}>
          {text('sessions.end')}
        </Button>
      )}
    </li>
  )
}

function EndDialog({ session: { id, device, lastUsedAt }, onClose }: { session: Session; onClose: () => void }) {
  const text = useText()
  const language = useLanguage()
  const end = useEndSession()
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => end.mutate(id, { onSettled: onClose })}
      isBusy={end.isPending}
      title={text('sessions.endConfirm', { device: device || text('sessions.unknownDevice') })}
      confirmLabel={text('sessions.end')}
    >
      <p>{text('sessions.lastUsed', { time: fullDateTime(lastUsedAt, language) })}</p>
    </ConfirmDialog>
  )
}
