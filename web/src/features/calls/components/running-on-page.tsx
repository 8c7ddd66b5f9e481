import { Button } from '@mantine/core'
import { IconPhoneFilled } from '@tabler/icons-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { freeSeatsOf } from '@noroshi/contract/calls/call-status'
import type { Call } from '@noroshi/contract/calls/calls.http'
import { useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { Avatar } from '../../../shared/people/avatar.tsx'
import { callName } from '../call-texts.ts'
import { useRejoinCall } from '../calls.changes.ts'
import { forgetInterrupted, interruptedCall } from '../interrupted-call.ts'
import css from './call-page.module.css'

interface Props {
  call: Call
  sos: ReactNode
  /** Says why this page is not in the call; null: the user has just opened it. */
  note: string | null
  onJoin: () => void
  onBack: () => void
}

/** The page of a group call that runs without the user, who may join. A page that was reloaded joins by itself. */
export function RunningOnPage({ call, sos, note, onJoin, onBack }: Props) {
  const text = useText()
  const { mutate, isPending } = useRejoinCall()
  const isFull = freeSeatsOf(call) === 0
  const [isReload] = useState(() => interruptedCall() === call.id)
  const join = () => {
    onJoin()
    mutate(call.id)
  }
  const joinAtOnce = useEffectEvent(join)
  useEffect(() => {
    if (!isReload) return
    forgetInterrupted()
    joinAtOnce()
  }, [isReload])
  const present = call.people.filter(({ id }) => call.participants.some(({ userId }) => userId === id))
  return (
    <>
      <header className={css.head}>
        <div className={css.title}>
          <h1 className="one-line" translate="no">
            {callName(call)}
          </h1>
          <p>{text('calls.status.inProgress')}</p>
        </div>
        <span>{sos}</span>
      </header>
      <div className={css.notice}>
        <ul className={css.faces} aria-label={text('calls.participants')}>
          {present.map((person) => (
            <li key={person.id}>
              <Avatar person={person} size={72} />
              <span className="one-line" translate="no">
                {nameOf(person)}
              </span>
            </li>
          ))}
        </ul>
        <p role="status">{isFull ? text('error.call.full') : note}</p>
        <div className={css.actions} data-toast-clear>
          <button type="button" className={css.back} onClick={onBack}>
            {text('calls.back')}
          </button>
          <Button
            color="matsu"
            leftSection={<IconPhoneFilled size={20} aria-hidden="true" />}
            loading={isPending}
            disabled={isFull}
            onClick={join}
          >
            {text('calls.join')}
          </Button>
        </div>
      </div>
    </>
  )
}
