import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { type EmailChange, emailRoutes } from '@noroshi/contract/accounts/email.http'
import { type PasswordChange, passwordRoutes } from '@noroshi/contract/accounts/passwords.http'
import {
  type FirstCodeForm,
  type PasswordForm,
  type RemovalForm,
  secondFactorRoutes,
} from '@noroshi/contract/accounts/second-factor.http'
import { call } from '../../platform/connection/http.ts'
import { meQuery } from './accounts.queries.ts'
import { sessionsQuery } from './profile.queries.ts'

/** Changes the user's own password. The list of devices is fetched again: the others are signed out. */
export function useChangePassword() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: z.input<typeof PasswordChange>) => call(passwordRoutes.change, { body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
}

export function useChangeEmail() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: z.input<typeof EmailChange>) => call(emailRoutes.change, { body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: meQuery.queryKey }),
  })
}

export const useConfirmEmail = () =>
  useMutation({ mutationFn: (token: string) => call(emailRoutes.confirm, { body: { token } }) })

export const secondFactorQuery = queryOptions({
  queryKey: ['accounts', 'secondFactor'] as const,
  queryFn: () => call(secondFactorRoutes.read),
})

/** Creates a secret. The server returns it once, so the result is not cached. */
export const useBeginSecondFactor = () =>
  useMutation({
    gcTime: 0,
    mutationFn: (body: z.input<typeof PasswordForm>) => call(secondFactorRoutes.begin, { body }),
  })

/** Turns the second factor on. The result contains the recovery codes, which the server returns once. */
export function useConfirmSecondFactor() {
  const refetch = useRefetchSecondFactor()
  return useMutation({
    gcTime: 0,
    mutationFn: (body: z.input<typeof FirstCodeForm>) => call(secondFactorRoutes.confirm, { body }),
    onSuccess: refetch,
  })
}

export function useRenewRecoveryCodes() {
  const refetch = useRefetchSecondFactor()
  return useMutation({
    gcTime: 0,
    mutationFn: (body: z.input<typeof PasswordForm>) => call(secondFactorRoutes.renewRecoveryCodes, { body }),
    onSuccess: refetch,
  })
}

export function useRemoveSecondFactor() {
  const refetch = useRefetchSecondFactor()
  return useMutation({
    mutationFn: (body: z.input<typeof RemovalForm>) => call(secondFactorRoutes.remove, { body }),
    onSuccess: refetch,
  })
}

/** The rights of an administrator may depend on it, and the other devices are signed out when it is turned on. */
function useRefetchSecondFactor() {
  const cache = useQueryClient()
  return () => void cache.invalidateQueries({ queryKey: ['accounts'] })
}
