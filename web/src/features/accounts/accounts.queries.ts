import { queryOptions, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { accountRoutes, type Login, type Me, type Registration, type SharingMode } from '@noroshi/contract/accounts/accounts.http'
import type { Language } from '@noroshi/contract/i18n'
import { allowedLocation } from '../../platform/geolocation.ts'
import { call } from '../../platform/http.ts'
import { currentLanguage, hasChosenLanguage, setLanguage, text } from '../../platform/i18n.ts'
import { paths } from '../../platform/paths.ts'
import { clearSession, leaveByChoice, setAccessToken, useAccessToken } from '../../platform/session.ts'
import { toastError } from '../../ui/toast.tsx'

export const unitQuery = queryOptions({
  queryKey: ['accounts', 'unit'],
  queryFn: () => call(accountRoutes.unit),
})

export const meQuery = queryOptions({
  queryKey: ['accounts', 'me'],
  queryFn: () => call(accountRoutes.me),
})

/** The signed-in person; null for a visitor, undefined while it is not known. */
export function useMe(): Me | null | undefined {
  const isSignedIn = useAccessToken() !== null
  const { data } = useQuery({ ...meQuery, queryFn: isSignedIn ? () => call(accountRoutes.me) : skipToken })
  return isSignedIn ? data : null
}

/** On success everything begins anew at home, with the person's rooms and files (specification, section 4). */
export function useLogin() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (login: z.input<typeof Login>) =>
      call(accountRoutes.login, { body: { ...login, location: await allowedLocation() } }),
    onSuccess: async ({ accessToken }) => {
      setAccessToken(accessToken)
      const me = await cache.fetchQuery(meQuery).catch(() => null) // home asks again
      if (me && !hasChosenLanguage()) setLanguage(me.language)
      window.location.assign(paths.home)
    },
  })
}

export const useRegister = () =>
  useMutation({
    mutationFn: (registration: z.input<typeof Registration> & { setupCode?: string }) =>
      call(accountRoutes.register, { body: registration }),
  })

/** Leaves this device even where the unit cannot be told. */
export function useLogout() {
  const cache = useQueryClient()
  return useMutation({
    meta: { isHandled: true },
    onMutate: leaveByChoice,
    mutationFn: async () => call(accountRoutes.logout, { body: { location: await allowedLocation() } }),
    onSettled: () => {
      clearSession()
      cache.clear()
      window.location.assign(paths.login)
    },
  })
}

/** The server learns it first, then the page begins anew (specification, section 4). */
export function useChangeLanguage() {
  const isSignedIn = useAccessToken() !== null
  return useMutation({
    meta: { isHandled: true },
    mutationFn: async (language: Language) => {
      if (language === currentLanguage()) return
      if (isSignedIn) await call(accountRoutes.changeLanguage, { body: { language } })
      setLanguage(language)
      if (isSignedIn) window.location.reload()
    },
    onError: () => toastError(text('accounts.languageFailed')),
  })
}

export function useChooseSharing() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (mode: SharingMode) => call(accountRoutes.chooseSharing, { body: { mode } }),
    onSuccess: (me) => cache.setQueryData(meQuery.queryKey, me),
  })
}
