import { Button, Textarea } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useRef } from 'react'
import type { MessageThread } from '@noroshi/contract/messaging/threads.http'
import { useDraftText } from '../../../platform/forms/drafts.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { copyField } from '../../../ui/forms/copy-field.ts'
import { EmptyState } from '../../../ui/states/states.tsx'
import { toastSuccess, toastWarning } from '../../../ui/states/toast.tsx'
import { usePending } from '../pending.ts'
import { threadName } from '../thread-texts.ts'
import { ChatLine } from '../components/chat-line.tsx'
import css from './left-group.module.css'

/** Replaces an open group that the user has left. Shows the user's draft and unsent messages. */
export function LeftGroup({ thread, onBack }: { thread: MessageThread; onBack: () => void }) {
  const text = useText()
  const unsent = usePending(thread.id)
  const draft = useDraftText('thread', thread.id).trim()
  return (
    <div className={css.notice}>
      <div role="alert">
        <EmptyState
          title={text('messages.left', { name: threadName(thread) })}
          note={text('messages.leftNote')}
          action={
            <Button variant="default" onClick={onBack}>
              {text('messages.leftBack')}
            </Button>
          }
        />
      </div>
      {draft !== '' && <Draft>{draft}</Draft>}
      {unsent.length > 0 && (
        <section className={css.unsent} aria-label={text('messages.notSent')}>
          {unsent.map((message, index) => (
            <ChatLine key={message.id} unsent={message} isLast={index === unsent.length - 1} />
          ))}
        </section>
      )}
    </div>
  )
}

function Draft({ children }: { children: string }) {
  const text = useText()
  const field = useRef<HTMLTextAreaElement>(null)
  const copy = async () => {
    if (field.current && (await copyField(field.current))) toastSuccess('messages.copied')
    else toastWarning('messages.copyFailed')
  }
  return (
    <div className={css.unsent}>
      <Textarea ref={field} label={text('messages.leftDraft')} value={children} readOnly autosize minRows={2} maxRows={8} />
      <Button variant="default" leftSection={<IconCopy size={20} stroke={1.75} aria-hidden="true" />} onClick={() => void copy()}>
        {text('messages.copy')}
      </Button>
    </div>
  )
}
