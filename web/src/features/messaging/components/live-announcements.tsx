import { useState } from 'react'
import { useText } from '../../../platform/language/i18n.ts'
import { useEvent } from '../../../platform/connection/live.ts'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import { useStore } from '../../../platform/store/use-store.ts'
import { useHiddenMessages } from '../changes/hidden-messages.ts'
import { messageEntity, messagingEntities } from '../messaging.entities.ts'
import { isNewMessageIn, announcementOf } from '../thread-texts.ts'

/**
 * Announces new messages to screen readers. The list itself is not live: loaded older messages must not be announced.
 * What was announced is not kept longer than its message is shown.
 */
export function LiveAnnouncements({ threadId }: { threadId: string }) {
  const text = useText()
  const viewer = useCurrentUser()
  const [news, setNews] = useState<{ readonly id: string; readonly announcement: string } | null>(null)
  useEvent('messages:new_message', (message) => {
    if (isNewMessageIn(threadId, message, viewer?.id)) setNews({ id: message.id, announcement: announcementOf(message, text) })
  })
  const id = news?.id ?? ''
  const isDeleted = useStore(
    messagingEntities,
    messageEntity.name,
    (store) => store.get(messageEntity, id)?.deletion !== undefined,
  )
  const isHidden = useHiddenMessages().has(id)
  return (
    <div className="visually-hidden" aria-live="polite">
      {/* A new element each time, so that a repeated text is announced again. */}
      {news && !isDeleted && !isHidden && <p key={id}>{news.announcement}</p>}
    </div>
  )
}
