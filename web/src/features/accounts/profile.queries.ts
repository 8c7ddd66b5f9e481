import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Me, SharingMode } from '@noroshi/contract/accounts/accounts.http'
import { peopleRoutes } from '@noroshi/contract/accounts/people.http'
import type { ProfileForm } from '@noroshi/contract/accounts/profile'
import { sessionRoutes } from '@noroshi/contract/accounts/sessions.http'
import { call } from '../../platform/connection/http.ts'
import type { MessageKey } from '../../platform/language/i18n.ts'
import { storedKey } from '../../platform/store/stored-key.ts'
import { toastSuccess } from '../../ui/states/toast.tsx'
import { useChange } from '../../ui/states/use-change.ts'
import { meQuery, useChooseSharing } from './accounts.queries.ts'

const profileKey = storedKey('accounts', 'profile')

export const profileQuery = (id: string) =>
  queryOptions({
    queryKey: [...profileKey, id] as const,
    queryFn: () => call(peopleRoutes.profile, { params: { id } }),
  })

/** Puts the reply to a change of the user's own profile into the cache. Other clients receive an event. */
const useOwnChange = <Change>(send: (change: Change) => Promise<Me>, done: MessageKey) =>
  useChange(
    send,
    (cache, me) => {
      cache.setQueryData(meQuery.queryKey, me)
      void cache.invalidateQueries({ queryKey: profileQuery(me.id).queryKey })
    },
    done,
  )

export const useEditProfile = (id: string) =>
  useOwnChange((form: ProfileForm) => call(peopleRoutes.editProfile, { params: { id }, body: form }), 'profile.saved')

export const useChangeAvatar = (id: string) =>
  useOwnChange(
    (picture: Blob) =>
      call(peopleRoutes.changeAvatar, {
        params: { id },
        form: {},
        files: [{ field: 'avatar', file: picture, name: 'avatar.jpg' }],
      }),
    'profile.avatarSaved',
  )

/** Removes the avatar and refetches the user (specification, section 4). */
export function useRemoveAvatar() {
  const cache = useQueryClient()
  return useOwnChange(async () => {
    const me = await call(peopleRoutes.removeAvatar)
    void cache.invalidateQueries({ queryKey: meQuery.queryKey })
    return me
  }, 'profile.avatarRemoved')
}

/** Changes the consent to share the location, from the profile. Confirms it with a toast. */
export function useChangeSharing() {
  const { mutate, isPending } = useChooseSharing()
  return {
    isPending,
    change: (mode: SharingMode) => mutate(mode, { onSuccess: () => toastSuccess('accounts.sharingSaved') }),
  }
}

export const sessionsQuery = queryOptions({
  queryKey: ['accounts', 'sessions'] as const,
  queryFn: () => call(sessionRoutes.list),
})

export function useEndSession() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(sessionRoutes.end, { params: { id } }),
    onSuccess: () => toastSuccess('sessions.ended'),
    // Also after 404: the session had already ended.
    onSettled: () => cache.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
}
