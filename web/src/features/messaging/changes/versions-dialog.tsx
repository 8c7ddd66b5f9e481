import { useQuery } from '@tanstack/react-query'
import { messageChangeRoutes } from '@noroshi/contract/messaging/message-changes.http'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { call } from '../../../platform/connection/http.ts'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { dateTime } from '../../../platform/language/time.ts'
import { LinkedText } from '../../../shared/chat/linked-text.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import css from './message-lists.module.css'

/** The texts of an edited message, the newest first. */
export function VersionsDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const text = useText()
  const language = useLanguage()
  const { id } = message
  const { data, error, refetch } = useQuery({
    queryKey: ['messages', 'versions', id, message.version] as const,
    queryFn: ({ signal }) => call(messageChangeRoutes.versions, { params: { id }, signal }),
  })
  const now = { text: message.text, writtenAt: message.editedAt ?? message.createdAt }
  return (
    <Dialog isOpen onClose={onClose} title={text('messages.versions')}>
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} title={text('messages.versionsFailed')} />}
      {!data && !error && <ListSkeleton />}
      {data && (
        <ol className={css.versions}>
          {[...data.items, now].toReversed().map((version, index) => (
            <li key={`${version.writtenAt} ${version.text}`}>
              <small>
                {index === 0 && `${text('messages.versionNow')} · `}
                <time dateTime={version.writtenAt}>{dateTime(version.writtenAt, language)}</time>
              </small>
              <p>
                <LinkedText>{version.text}</LinkedText>
              </p>
            </li>
          ))}
        </ol>
      )}
    </Dialog>
  )
}
