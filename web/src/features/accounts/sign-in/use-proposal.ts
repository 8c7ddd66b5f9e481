import type { UseFormReturnType } from '@mantine/form'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { invitationProposalRoutes } from '@noroshi/contract/accounts/invitation-proposal.http'
import { call } from '../../../platform/connection/http.ts'

interface Proposed {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
}

/**
 * Fills the fields that are still empty with the name and the address of a personal invitation. The user may change them. An
 * invitation that is not open proposes nothing, and the registration is refused.
 */
export function useProposal<Values extends Proposed>(
  form: UseFormReturnType<Values>,
  empty: Values,
  inviteCode: string | undefined,
): void {
  const { data } = useQuery({
    queryKey: ['accounts', 'invitation', inviteCode],
    queryFn:
      inviteCode === undefined
        ? skipToken
        : ({ signal }) => call(invitationProposalRoutes.read, { body: { inviteCode }, signal }),
    retry: false,
    refetchInterval: false,
    staleTime: Infinity,
  })
  const propose = useEffectEvent(({ firstName, lastName, email }: Proposed) => {
    const values = form.getValues()
    form.setInitialValues({ ...empty, firstName, lastName, email })
    form.setValues({
      ...values,
      firstName: values.firstName || firstName,
      lastName: values.lastName || lastName,
      email: values.email || email,
    })
  })
  useEffect(() => {
    if (data) propose(data)
  }, [data])
}
