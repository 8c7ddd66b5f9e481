import { Button } from '@mantine/core'
import type { MessageThread } from '@noroshi/contract/messaging/threads.http'
import { serverNow } from '../../../platform/connection/server-time.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { DialogFrame } from '../../../ui/dialogs/dialog-frame.tsx'
import { useChangeSettings } from '../messaging.changes.ts'
import css from './mute-dialog.module.css'

const HOUR_MS = 3_600_000
const MORNING_HOUR = 8

/** Returns the next 8 o'clock of the device's time zone. */
export function nextMorning(now: number): Date {
  const morning = new Date(now)
  morning.setHours(MORNING_HOUR, 0, 0, 0)
  if (morning.getTime() <= now) morning.setDate(morning.getDate() + 1)
  return morning
}

const ends = {
  hour: () => new Date(serverNow() + HOUR_MS).toISOString(),
  morning: () => nextMorning(serverNow()).toISOString(),
}

/** Asks how long a thread does not notify the user, who may also mute it without an end in its menu. */
export function MuteDialog({ thread: { id }, onClose }: { thread: Pick<MessageThread, 'id'>; onClose: () => void }) {
  const text = useText()
  const { mutate, isPending } = useChangeSettings(id, 'messages.mutedDone')
  return (
    <DialogFrame isOpen onClose={onClose} title={text('messages.muteFor')}>
      <p>{text('messages.muteNote')}</p>
      <div className={css.choices} data-toast-clear>
        {(['hour', 'morning'] as const).map((end) => (
          <Button
            key={end}
            variant="default"
            disabled={isPending}
            onClick={() => mutate({ mutedUntil: ends[end]() }, { onSettled: onClose })}
          >
            {text(`messages.mute.${end}`)}
          </Button>
        ))}
      </div>
    </DialogFrame>
  )
}
