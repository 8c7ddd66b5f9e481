import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { z } from 'zod'
import type { GroupForm } from '@noroshi/contract/messaging/group-form'
import { groupPictureRoutes } from '@noroshi/contract/messaging/group-picture.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import type { ThreadSettingsChange } from '@noroshi/contract/messaging/thread-settings'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { coordinatesOf } from '../../platform/device/coordinates.ts'
import { allowedLocation } from '../../platform/device/geolocation.ts'
import { call } from '../../platform/connection/http.ts'
import { currentLanguage, type MessageKey, text } from '../../platform/language/i18n.ts'
import { newId } from '../../platform/ids.ts'
import { paths } from '../../platform/paths/paths.ts'
import { putReply } from '../../platform/store/replies.ts'
import { releaseUnsaved } from '../../platform/forms/unsaved.ts'
import { toastError, toastSuccess, toastWarning } from '../../ui/states/toast.tsx'
import { useChange } from '../../ui/states/use-change.ts'
import { membersEntity } from './messaging.entities.ts'
import { invitationsQuery, membersQuery, myMembershipQuery, readAloudQuery } from './messaging.queries.ts'
import { stopReadingThread } from './read-aloud/reader.ts'
import { removeThread } from './receive.ts'
import { messagingStore, receiveSettings, receiveThread } from './thread-store.ts'

/** Accepts or unblocks (true) or blocks (false) the other member of a personal chat. */
export function useSetAcceptance(id: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (hasAccepted: boolean) => {
      const coordinates = coordinatesOf(await allowedLocation())
      return call(threadRoutes.accept, { params: { id }, body: { hasAccepted, ...coordinates } })
    },
    onSuccess: (thread) => receiveThread(messagingStore(cache), thread),
  })
}

export type GroupInput = z.input<typeof GroupForm>

export function useCreateGroup() {
  const cache = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (group: GroupInput & { recipients: string[]; clientId: string }) =>
      call(threadRoutes.createGroup, { body: group }),
    onSuccess: (thread) => {
      receiveThread(messagingStore(cache), thread)
      toastSuccess('messages.group.createdDone')
      releaseUnsaved()
      void navigate({ to: paths.thread, params: { messageThreadId: thread.id } })
    },
  })
}

export const newGroupId = newId

interface GroupChange {
  readonly group: GroupInput
  /** A new picture; 'removed': without one; null: unchanged. */
  readonly picture: File | 'removed' | null
}

/** Changes a group: first its picture, because the server may refuse it. */
export const useEditGroup = (id: string) =>
  useChange(
    async ({ group, picture }: GroupChange) => {
      if (picture === 'removed') await call(groupPictureRoutes.remove, { params: { id } })
      else if (picture !== null)
        await call(groupPictureRoutes.change, {
          params: { id },
          form: {},
          files: [{ field: 'picture', file: picture, name: picture.name }],
        })
      return call(threadRoutes.editGroup, { params: { id }, body: group })
    },
    (cache, thread) => receiveThread(messagingStore(cache), thread),
    'messages.group.updated',
  )

/** Changes the user's settings for a thread. @param done the text of the toast */
export const useChangeSettings = (id: string, done: MessageKey) =>
  useChange(
    (change: ThreadSettingsChange) => call(threadRoutes.changeSettings, { params: { id }, body: change }),
    (cache, settings) => receiveSettings(messagingStore(cache), id, settings),
    done,
  )

export const leaveGroupKey = (id: string) => ['messages', 'leave', id] as const

export function useLeaveGroup(id: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationKey: leaveGroupKey(id),
    mutationFn: () => call(threadRoutes.leave, { params: { id } }),
    onSuccess: ({ version }) => removeThread(cache, id, version),
  })
}

const failures = {
  makeAdmin: 'messages.makeAdminFailed',
  removeAdmin: 'messages.removeAdminFailed',
  removeMember: 'messages.removeFailed',
} as const

/** Runs an admin action on one member and refetches the list. The lists of other users update by event. */
export function useMemberAction(id: string, action: keyof typeof failures) {
  const cache = useQueryClient()
  return useMutation({
    meta: { isHandled: true },
    mutationFn: async (userId: string) => {
      await call(threadRoutes[action], { params: { id, userId } })
    },
    onError: () => toastError(text(failures[action]), text('messages.pleaseTryAgain')),
    onSettled: () => {
      for (const { queryKey } of [membersQuery(id), myMembershipQuery(id)]) void cache.invalidateQueries({ queryKey })
    },
  })
}

/** Adds members. The reply is the complete list and replaces the known one. */
export function useAddMembers(id: string) {
  const cache = useQueryClient()
  return useMutation({
    meta: { isHandled: true },
    mutationFn: (userIds: string[]) => call(threadRoutes.addMembers, { params: { id }, body: { userIds } }),
    onSuccess: ({ items, invitedIds }) => {
      putReply(messagingStore(cache), membersEntity, id, items)
      if (invitedIds.length > 0) toastWarning('messages.invited', { count: invitedIds.length })
    },
    onError: () => toastError(text('messages.addFailed'), text('messages.pleaseTryAgain')),
  })
}

/** Joins a group that the user has left, or declines. */
export function useAnswerInvitation(id: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (isAccepted: boolean) => call(threadRoutes.answerInvitation, { params: { id }, body: { isAccepted } }),
    onSuccess: ({ thread }) => {
      if (thread !== null) receiveThread(messagingStore(cache), thread)
    },
    onSettled: () => cache.invalidateQueries({ queryKey: invitationsQuery.queryKey }),
  })
}

/** Turns reading aloud of a thread on or off for this device, and shows it. */
export function useSetReadAloud(messageThreadId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (isTextToSpeechEnable: boolean) =>
      call(messageRoutes.setSpeechState, { body: { messageThreadId, isTextToSpeechEnable } }),
    onSuccess: ({ languages }, isOn) => {
      cache.setQueryData(readAloudQuery.queryKey, (known) => {
        const others = known?.threadIds.filter((id) => id !== messageThreadId) ?? []
        return { threadIds: isOn ? [...others, messageThreadId] : others }
      })
      if (!isOn) {
        stopReadingThread(messageThreadId)
        toastSuccess('speech.isOff')
      } else if (languages.length === 0) toastWarning('speech.noVoices')
      else if (languages.includes(currentLanguage())) toastSuccess('speech.isOn')
      else toastWarning('speech.noVoice')
    },
  })
}
