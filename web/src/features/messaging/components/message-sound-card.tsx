import { Button, Switch } from '@mantine/core'
import { IconMessage } from '@tabler/icons-react'
import { useState } from 'react'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { canNotify } from '../../../platform/push/page-notification.ts'
import { usePushState } from '../../../platform/push/push.ts'
import form from '../../../ui/forms/form.module.css'
import { Card } from '../../../ui/layout/card.tsx'
import { setMessageSound, useMessageSound } from '../message-sound.ts'
import css from './message-sound-card.module.css'

/** How this device notifies signed-in users of messages while the application is open. */
export function MessageSoundCard() {
  const text = useText()
  const viewer = useCurrentUser()
  const isOn = useMessageSound()
  const push = usePushState()
  const [wasAsked, setAsked] = useState(false)
  if (viewer === null) return null
  const canAsk = !wasAsked && canNotify(push) && Notification.permission === 'default'
  return (
    <Card className={css.card}>
      <div className={css.head}>
        <IconMessage size={24} stroke={1.75} aria-hidden="true" />
        <h2>{text('messages.hints')}</h2>
      </div>
      <p>{text('messages.hintsNote')}</p>
      <div className={form.choices}>
        <Switch
          size="md"
          label={text('messages.hintSound')}
          checked={isOn}
          onChange={({ currentTarget }) => setMessageSound(currentTarget.checked)}
        />
      </div>
      {canAsk && (
        <Button
          variant="default"
          className={css.ask}
          onClick={() => void Notification.requestPermission().then(() => setAsked(true))}
        >
          {text('messages.hintsHidden')}
        </Button>
      )}
    </Card>
  )
}
