import type { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import type { messageChangeRoutes } from '@noroshi/contract/messaging/message-changes.http'
import type { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import type { pollRoutes } from '@noroshi/contract/messaging/polls.http'
import { coordinatesOf } from '../../platform/device/coordinates.ts'
import type { SharedCommand } from '../../platform/outbox/shared-command.ts'
import { requestTo } from '../../platform/connection/route-request.ts'
import type { Acknowledgement } from './create-acknowledgements.ts'
import type { UnsentChange, UnsentMessage } from './messaging.payload.ts'

export const messageCommand: SharedCommand<UnsentMessage> = {
  kind: 'message',
  /**
   * Returns the request of a message. Text alone is sent as JSON; files and locations are sent as a form. The text of
   * an alert's chat has a separate route.
   */
  requestOf({ id, files, payload }) {
    const { threadId, alertId, at, text, location, isReadAloud, replyToId, mentions, poll } = payload
    const shared = { text, clientId: id, messageAt: at, replyToId }
    if (files.length > 0 || location)
      return requestTo<typeof messageRoutes.upload>({
        method: 'POST',
        path: '/messages/upload',
        form: {
          ...shared,
          ...(mentions && { mentions: JSON.stringify(mentions) }),
          messageThreadId: threadId,
          messageType: alertId === null ? 'normalChat' : 'alertChat',
          ...coordinatesOf(location),
        },
        files: files.map((file) => ({ field: 'messageMedia', file, name: file.name })),
      })
    if (alertId !== null)
      return requestTo<typeof alertRoutes.sendMessage>({
        method: 'POST',
        path: '/alerts/message',
        body: { ...shared, alertId },
      })
    return requestTo<typeof messageRoutes.send>({
      method: 'POST',
      path: '/messages',
      // The fields of a chat message besides its content (specification, section 7).
      body: {
        ...shared,
        mentions,
        poll,
        messageThreadId: threadId,
        messageType: 'normalChat',
        isTextToSpeechEnable: isReadAloud,
      },
    })
  },
}

export const messageChangeCommand: SharedCommand<UnsentChange> = {
  kind: 'messageChange',
  requestOf({ id: clientId, payload: { messageId, change } }) {
    const params = { id: messageId }
    switch (change.kind) {
      case 'edit': {
        const { text, mentions } = change
        const path = '/messages/:id'
        return requestTo<typeof messageChangeRoutes.edit>({ method: 'PATCH', path, params, body: { text, mentions } })
      }
      case 'react': {
        const path = '/messages/:id/reaction'
        return requestTo<typeof messageChangeRoutes.react>({ method: 'PUT', path, params, body: { emoji: change.emoji } })
      }
      case 'forward': {
        const body = { messageThreadId: change.toThreadId, clientId }
        return requestTo<typeof messageChangeRoutes.forward>({ method: 'POST', path: '/messages/:id/forward', params, body })
      }
      case 'hide':
        return requestTo<typeof messageChangeRoutes.hide>({
          method: 'PUT',
          path: '/messages/:id/hidden',
          params,
          body: { isHidden: change.isHidden },
        })
      case 'pin': {
        const body = { isPinned: change.isPinned }
        return requestTo<typeof messageChangeRoutes.pin>({ method: 'PUT', path: '/messages/:id/pin', params, body })
      }
      case 'vote': {
        const body = { optionIds: change.optionIds }
        return requestTo<typeof pollRoutes.vote>({ method: 'PUT', path: '/messages/:id/vote', params, body })
      }
      case 'closePoll':
        return requestTo<typeof pollRoutes.close>({ method: 'PUT', path: '/messages/:id/poll/closed', params })
      case 'delete':
        return requestTo<typeof messageChangeRoutes.delete>({ method: 'DELETE', path: '/messages/:id', params })
      case 'deleteSent':
        return requestTo<typeof messageChangeRoutes.deleteSent>({ method: 'DELETE', path: '/messages/sent/:id', params })
    }
  },
}

export const marksCommand: SharedCommand<{ readonly updates: Acknowledgement[] }> = {
  kind: 'marks',
  isContent: false,
  requestOf: ({ payload }) =>
    requestTo<typeof messageRoutes.setStatuses>({
      method: 'PATCH',
      path: '/message-threads/message-status',
      body: payload.updates,
    }),
}
