import type { ReactNode } from 'react'
import { ringingSessionOf } from '@noroshi/contract/calls/call-status'
import type { Call } from '@noroshi/contract/calls/calls.http'
import { useText } from '../../../platform/language/i18n.ts'
import { Avatar } from '../../../shared/people/avatar.tsx'
import { callName, callAvatar } from '../call-texts.ts'
import { AnswerButtons } from './answer-buttons.tsx'
import css from './call-page.module.css'

/** The page of a call that still rings for the user, for example after a reload. */
export function IncomingOnPage({ call, myId, sos }: { call: Call; myId: string; sos: ReactNode }) {
  const text = useText()
  const session = ringingSessionOf(call, myId)
  return (
    <>
      <header className={css.head}>
        <div className={css.title}>
          <h1 translate="no">{callName(call)}</h1>
          <p>{text(call.isGroupCall ? 'calls.incomingGroup' : 'calls.incoming')}</p>
        </div>
        <span>{sos}</span>
      </header>
      <div className={css.notice}>
        <Avatar person={callAvatar(call)} size={96} />
        {session && <AnswerButtons session={session} />}
      </div>
    </>
  )
}
