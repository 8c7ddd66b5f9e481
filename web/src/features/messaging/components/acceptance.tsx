import { Button } from '@mantine/core'
import { IconBan, IconCheck } from '@tabler/icons-react'
import type { MessageThread } from '@noroshi/contract/messaging/threads.http'
import { useText } from '../../../platform/language/i18n.ts'
import { useSetAcceptance } from '../messaging.changes.ts'
import { threadName } from '../thread-texts.ts'
import css from './acceptance.module.css'

/** Replaces the composer while a request to chat is undecided or one member blocks the other. */
export function Acceptance({ thread }: { thread: MessageThread }) {
  const text = useText()
  const { mutate, isPending } = useSetAcceptance(thread.id)
  const name = threadName(thread)
  if (thread.hasAccepted === null) {
    return (
      <section className={css.panel} data-toast-clear aria-label={text('messages.undecided', { name })}>
        <p>
          <b>{text('messages.undecided', { name })}</b>
          {text('messages.undecidedNote')}
        </p>
        <div className={css.buttons}>
          <Button
            variant="default"
            leftSection={<IconBan size={20} stroke={2} />}
            disabled={isPending}
            onClick={() => mutate(false)}
          >
            {text('messages.block')}
          </Button>
          <Button leftSection={<IconCheck size={20} stroke={2} />} loading={isPending} onClick={() => mutate(true)}>
            {text('messages.accept')}
          </Button>
        </div>
      </section>
    )
  }
  if (thread.hasAccepted === false) {
    return (
      <section className={css.panel} data-toast-clear>
        <p>
          <b>{text('messages.youBlocked', { name })}</b>
        </p>
        <div className={css.buttons}>
          <Button loading={isPending} onClick={() => mutate(true)}>
            {text('messages.unblock')}
          </Button>
        </div>
      </section>
    )
  }
  return (
    <output className={css.panel}>
      <b>{text('messages.theyBlocked', { name })}</b>
    </output>
  )
}
