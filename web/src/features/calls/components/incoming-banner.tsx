import { Button } from '@mantine/core'
import { IconVolume } from '@tabler/icons-react'
import { useRef } from 'react'
import type { Call, CallSession } from '@noroshi/contract/calls/calls.http'
import { enableSound, useSoundState } from '../../../platform/audio/output.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { Avatar } from '../../../shared/people/avatar.tsx'
import { useFocusByF6 } from '../../../ui/dialogs/focus-by-f6.ts'
import { TopBars } from '../../../ui/dialogs/top-slot.tsx'
import { callName, callAvatar } from '../call-texts.ts'
import { AnswerButtons } from './answer-buttons.tsx'
import css from './incoming-banner.module.css'

interface Props {
  call: Call
  /** The session that rings for the user. */
  session: CallSession
}

/**
 * The banner of an incoming call: floating above the page and its dialogs, or a bar above an alarm. F6 moves the focus to it, also out of a dialog.
 */
export function IncomingBanner({ call, session }: Props) {
  const text = useText()
  const sound = useSoundState()
  const kind = text(call.isGroupCall ? 'calls.incomingGroup' : 'calls.incoming')
  const caller = call.people.find(({ id }) => id === session.CallerId)
  const ref = useRef<HTMLElement>(null)
  useFocusByF6(ref)
  return (
    <TopBars order={1}>
      <section ref={ref} tabIndex={-1} className={css.banner} aria-label={kind}>
        <div className={css.caller} role="alert">
          <Avatar person={callAvatar(call)} size={52} />
          <p>
            <b className="one-line" translate="no">
              {callName(call)}
            </b>
            <span>{caller && call.isGroupCall ? text('calls.callsYou', { name: nameOf(caller) }) : kind}</span>
          </p>
          <span className="visually-hidden">{text('calls.bannerKey')}</span>
        </div>
        {sound === 'blocked' && (
          <Button
            variant="light"
            leftSection={<IconVolume size={20} stroke={2} aria-hidden="true" />}
            onClick={() => void enableSound()}
          >
            {text('calls.enableRingtone')}
          </Button>
        )}
        <AnswerButtons session={session} />
      </section>
    </TopBars>
  )
}
