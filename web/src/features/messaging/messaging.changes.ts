import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { z } from 'zod'
import { type GroupForm, threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { allowedLocation } from '../../platform/geolocation.ts'
import { ApiError } from '../../platform/http-errors.ts'
import { call } from '../../platform/http.ts'
import { text } from '../../platform/i18n.ts'
import { newId } from '../../platform/ids.ts'
import { paths } from '../../platform/paths.ts'
import { toastError, toastSuccess } from '../../ui/toast.tsx'
import { membersQuery, myMembershipQuery } from './messaging.queries.ts'
import { dropThread, keepThread } from './thread-cache.ts'

const noThread = (error: unknown) => error instanceof ApiError && error.status === 404

/** The personal chat with somebody: the one that there is, else a new one (specification, section 4). */
async function personalWith(userId: string) {
  try {
    return await call(threadRoutes.personalWith, { params: { userId } })
  } catch (error) {
    if (!noThread(error)) throw error
    return call(threadRoutes.startPersonal, { body: { recipient: userId } })
  }
}

export function useStartChat(onStarted?: () => void) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    meta: { isHandled: true },
    mutationFn: personalWith,
    onSuccess: (thread) => {
      keepThread(cache, thread)
      onStarted?.()
      void navigate({ to: paths.thread, params: { messageThreadId: thread.id } })
    },
    onError: () => toastError(text('messages.unknownError'), text('messages.tryLater')),
  })
}

/** Accepts, unblocks (true) or blocks (false) the other of a personal chat. */
export function useDecide(id: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (hasAccepted: boolean) => {
      const place = await allowedLocation()
      return call(threadRoutes.accept, {
        params: { id },
        body: { hasAccepted, latitude: place?.latitude ?? null, longitude: place?.longitude ?? null },
      })
    },
    onSuccess: (thread) => keepThread(cache, thread),
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
      keepThread(cache, thread)
      toastSuccess('messages.group.createdDone')
      void navigate({ to: paths.thread, params: { messageThreadId: thread.id } })
    },
  })
}

export const newGroupId = newId

export function useEditGroup(id: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (group: GroupInput) => call(threadRoutes.editGroup, { params: { id }, body: group }),
    onSuccess: (thread) => {
      keepThread(cache, thread)
      toastSuccess('messages.group.updated')
    },
  })
}

export function useLeaveGroup(id: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => call(threadRoutes.leave, { params: { id } }),
    onSuccess: () => dropThread(cache, id),
  })
}

const failures = {
  makeAdmin: 'messages.makeAdminFailed',
  removeAdmin: 'messages.removeAdminFailed',
  removeMember: 'messages.removeFailed',
} as const

/** What an admin does with one member. Everybody's list follows by its event; this one at once. */
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

/** The answer is the whole list: nobody stands in it twice. */
export function useAddMembers(id: string) {
  const cache = useQueryClient()
  return useMutation({
    meta: { isHandled: true },
    mutationFn: (userIds: string[]) => call(threadRoutes.addMembers, { params: { id }, body: { userIds } }),
    onSuccess: (members) => void cache.setQueryData(membersQuery(id).queryKey, members),
    onError: () => toastError(text('messages.addFailed'), text('messages.pleaseTryAgain')),
  })
}
