import { queryOptions, useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { type ForgottenPassword, type NewPasswordForm, passwordRoutes } from '@noroshi/contract/accounts/passwords.http'
import { call } from '../../platform/connection/http.ts'

export const allowsForgottenPasswordQuery = queryOptions({
  queryKey: ['accounts', 'allowsForgottenPassword'] as const,
  queryFn: () => call(accountRoutes.allowsForgottenPassword),
})

export const useForgetPassword = () =>
  useMutation({
    mutationFn: (form: z.input<typeof ForgottenPassword>) => call(passwordRoutes.forgotten, { body: form }),
  })

export const useResetPassword = (token: string) =>
  useMutation({
    mutationFn: (form: z.input<typeof NewPasswordForm>) => call(passwordRoutes.reset, { body: { ...form, token } }),
  })
