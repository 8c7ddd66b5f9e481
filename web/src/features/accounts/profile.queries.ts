import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Me, SharingMode } from '@noroshi/contract/accounts/accounts.http'
import { peopleRoutes } from '@noroshi/contract/accounts/people.http'
import type { ProfileForm } from '@noroshi/contract/accounts/profile'
import { sessionRoutes } from '@noroshi/contract/accounts/sessions.http'
import { call } from '../../platform/http.ts'
import type { MessageKey } from '../../platform/i18n.ts'
import { toastSuccess } from '../../ui/toast.tsx'
import { meQuery, useChooseSharing } from './accounts.queries.ts'

export const profileQuery = (id: string) =>
  queryOptions({
    queryKey: ['accounts', 'profile', id] as const,
    queryFn: () => call(peopleRoutes.profile, { params: { id } }),
  })

/** What a change of oneself answers is oneself; others hear of it by its event. */
function useOwnChange<Input>(change: (input: Input) => Promise<Me>, done: MessageKey) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (me) => {
      cache.setQueryData(meQuery.queryKey, me)
      void cache.invalidateQueries({ queryKey: profileQuery(me.id).queryKey })
      toastSuccess(done)
    },
  })
}

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

export const useRemoveAvatar = () => useOwnChange(() => call(peopleRoutes.removeAvatar), 'profile.avatarRemoved')

/** The consent, from the profile: it says that it was kept. */
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
    // Also where it had ended already, which answers 404.
    onSettled: () => cache.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
}
