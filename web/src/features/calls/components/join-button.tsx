import { Button } from '@mantine/core'
import { IconPhoneFilled } from '@tabler/icons-react'
import { freeSeatsOf } from '@noroshi/contract/calls/call-status'
import type { Call } from '@noroshi/contract/calls/calls.http'
import { useText } from '../../../platform/language/i18n.ts'
import { toastWarning } from '../../../ui/states/toast.tsx'
import { callName } from '../call-texts.ts'
import { useOpenCall, useRejoinCall } from '../calls.changes.ts'
import { canCall } from '../can-call.ts'

/** Joins a group call that runs, and opens its page. */
export function JoinButton({ call }: { call: Call }) {
  const text = useText()
  const open = useOpenCall()
  const { mutate, isPending } = useRejoinCall((joined) => void open(joined))
  return (
    <Button
      color="matsu"
      leftSection={<IconPhoneFilled size={18} aria-hidden="true" />}
      aria-label={text('calls.joinName', { name: callName(call) })}
      loading={isPending}
      disabled={freeSeatsOf(call) === 0}
      onClick={() => (canCall() ? mutate(call.id) : toastWarning('calls.unsupported'))}
    >
      {text('calls.join')}
    </Button>
  )
}
