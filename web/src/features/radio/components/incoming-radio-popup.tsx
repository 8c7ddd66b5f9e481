import { Button } from '@mantine/core'
import { IconVolume, IconX } from '@tabler/icons-react'
import { useEffect } from 'react'
import type { Person } from '@noroshi/contract/accounts/accounts.http'
import { enableSound, useSoundState } from '../../../platform/audio/output.ts'
import { startRadioRingtone, stopRadioRingtone } from '../../../platform/audio/radio-ringtone.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { Avatar } from '../../../shared/people/avatar.tsx'
import css from './incoming-radio.module.css'
import { WalkieTalkieIcon } from './walkie-talkie-icon.tsx'

interface Props {
  threadName: string
  startedBy: Person
  onAccept: () => void
  onIgnore: () => void
}

/** The popup of an incoming radio chat. It rings while it is mounted. */
export function IncomingRadioPopup({ threadName, startedBy, onAccept, onIgnore }: Props) {
  const text = useText()
  const sound = useSoundState()
  const name = nameOf(startedBy)
  const isPersonal = threadName === startedBy.fullName
  useEffect(() => {
    startRadioRingtone()
    return stopRadioRingtone
  }, [])
  return (
    <section className={css.popup} aria-label={text('radio.incoming')}>
      <div className={css.starter} role="alert">
        <Avatar person={startedBy} size={52} />
        <p>
          <span>{text('radio.incoming')}</span>
          <b className="one-line" translate="no">
            {isPersonal ? name : threadName}
          </b>
          {!isPersonal && <span>{text('radio.incomingBy', { name })}</span>}
        </p>
      </div>
      {sound === 'blocked' && (
        <Button
          variant="light"
          leftSection={<IconVolume size={20} stroke={2} aria-hidden="true" />}
          onClick={() => void enableSound()}
        >
          {text('radio.enableSound')}
        </Button>
      )}
      <div className={css.buttons} data-toast-clear>
        <Button variant="default" leftSection={<IconX size={22} stroke={2} aria-hidden="true" />} onClick={onIgnore}>
          {text('radio.ignore')}
        </Button>
        <Button color="matsu" leftSection={<WalkieTalkieIcon size={22} />} onClick={onAccept}>
          {text('radio.accept')}
        </Button>
      </div>
    </section>
  )
}
