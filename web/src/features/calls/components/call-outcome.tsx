import { Button } from '@mantine/core'
import { IconPhoneFilled } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Call } from '@noroshi/contract/calls/calls.http'
import { CALL_OTHERS_MAX } from '@noroshi/contract/limits'
import { useCommand } from '../../../platform/commands/use-command.ts'
import { isMessageKey, useText } from '../../../platform/language/i18n.ts'
import { Avatar } from '../../../shared/people/avatar.tsx'
import { toastWarning } from '../../../ui/states/toast.tsx'
import { callAvatar } from '../call-texts.ts'
import { useStartGroupCall } from '../calls.changes.ts'
import { canCall } from '../can-call.ts'
import css from './call-page.module.css'

interface Props {
  call: Call
  outcome: 'busy' | 'rejected' | 'missed' | 'unreachable' | 'ended' | 'lost'
  /** Error code of the server, whose text says more than the outcome. */
  code: string | null
  /** The call was over when the page opened, for example after a reload: the page stays. */
  isPast: boolean
  onBack: () => void
}

/** Milliseconds for which the end of a conversation is shown before the page goes back. */
const ENDED_MS = 3_000
/** Milliseconds for which another outcome is shown: time to decide about another call. */
const OUTCOME_MS = 10_000

/**
 * The outcome of a call, with an offer to call again. The page then goes back (specification, section 4), unless the
 * pointer or the focus is on the offer.
 */
export function CallOutcome({ call, outcome, code, isPast, onBack }: Props) {
  const text = useText()
  const [isPaused, setPaused] = useState(false)
  const back = useEffectEvent(onBack)
  useEffect(() => {
    if (isPast || isPaused) return
    const timer = setTimeout(() => back(), outcome === 'ended' ? ENDED_MS : OUTCOME_MS)
    return () => clearTimeout(timer)
  }, [isPast, isPaused, outcome])
  const errorKey = `error.${code}`
  const pause = () => setPaused(true)
  return (
    <div className={css.notice} onPointerDown={pause} onFocus={pause}>
      <Avatar person={callAvatar(call)} size={96} />
      <p role="status">{text(code !== null && isMessageKey(errorKey) ? errorKey : `calls.outcome.${outcome}`)}</p>
      <div className={css.actions} data-toast-clear>
        <button type="button" className={css.back} onClick={onBack}>
          {text('calls.back')}
        </button>
        {code !== 'call.onOtherPage' && <CallAgain call={call} />}
      </div>
    </div>
  )
}

/** Calls the same people again. A group call with more people than one user calls together begins in its chat. */
function CallAgain({ call }: { call: Call }) {
  const text = useText()
  const personal = useCommand('call.start')
  const group = useStartGroupCall()
  const { otherUser, otherUsers, MessageGroupId } = call
  if (!otherUser && (otherUsers.length < 2 || otherUsers.length > CALL_OTHERS_MAX)) return null
  const start = () => {
    if (otherUser) personal.run({ userId: otherUser.id, threadId: null })
    else if (!canCall()) toastWarning('calls.unsupported')
    else group.mutate({ receiverUserIds: otherUsers.map(({ id }) => id), groupId: MessageGroupId })
  }
  return (
    <Button
      color="matsu"
      leftSection={<IconPhoneFilled size={20} aria-hidden="true" />}
      loading={personal.isRunning || group.isPending}
      onClick={start}
    >
      {text('calls.callAgain')}
    </Button>
  )
}
