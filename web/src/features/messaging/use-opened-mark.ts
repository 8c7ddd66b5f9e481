import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import type { MessageThread } from '@noroshi/contract/messaging/threads.http'
import { call } from '../../platform/connection/http.ts'
import { messagingStore, receiveSettings } from './thread-store.ts'

/** Removes the mark as unread of a thread when the user opens it. A later mark stays until the next opening. */
export function useOpenedMark({ id, settings }: MessageThread): void {
  const cache = useQueryClient()
  const [wasMarked] = useState(settings?.isMarkedUnread === true)
  useEffect(() => {
    if (!wasMarked) return
    call(threadRoutes.changeSettings, { params: { id }, body: { isMarkedUnread: false } }).then(
      (next) => receiveSettings(messagingStore(cache), id, next),
      () => undefined, // without a connection the mark stays until the next opening
    )
  }, [cache, id, wasMarked])
}
