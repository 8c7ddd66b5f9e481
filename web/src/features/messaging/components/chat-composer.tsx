import { ActionIcon, Menu } from '@mantine/core'
import { IconCamera, IconFile, IconMapPin, IconMicrophone, IconPlus, IconVideo } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { MESSAGE_MAX } from '@noroshi/contract/limits'
import { useText } from '../../../platform/i18n.ts'
import { Composer } from '../../../ui/composer.tsx'
import { FileDrop } from '../../../ui/file-drop.tsx'
import type { MediaKind } from '../../../ui/media-collect.tsx'
import { toastWarning } from '../../../ui/toast.tsx'
import { draftOf, keepDraft } from '../drafts.ts'
import { chatQuery, openNewest } from '../messaging.queries.ts'
import { type Content, sendMessage } from '../pending.ts'
import { useTypingHints } from '../use-typing.ts'

const AttachDialog = lazy(() => import('./attach-dialog.tsx').then(({ AttachDialog: dialog }) => ({ default: dialog })))
const PlaceDialog = lazy(() => import('../../../ui/place-dialog.tsx').then(({ PlaceDialog: dialog }) => ({ default: dialog })))

type Open = { readonly kind: MediaKind; readonly files: readonly File[] } | { readonly kind: 'place' }

const items = [
  { kind: 'photo', icon: IconCamera },
  { kind: 'video', icon: IconVideo },
  { kind: 'voice', icon: IconMicrophone },
  { kind: 'file', icon: IconFile },
  { kind: 'place', icon: IconMapPin },
] as const

/** Where one writes to a thread, and what can go with the words. */
export function ChatComposer({ threadId }: { threadId: string }) {
  const text = useText()
  const cache = useQueryClient()
  const [open, setOpen] = useState<Open | null>(null)
  const hint = useTypingHints(threadId)
  const type = (words: string) => {
    keepDraft(threadId, words)
    hint(words)
  }
  const send = (content: Content) => {
    setOpen(null)
    sendMessage(threadId, content)
    // Who writes while they read far above is taken to the end, where their words are.
    if (cache.getQueryData(chatQuery(threadId).queryKey)?.hasNewer) openNewest(cache, threadId).catch(() => undefined)
    return true
  }
  const close = () => setOpen(null)
  const addFiles = (files: readonly File[]) => setOpen({ kind: 'file', files })
  return (
    <>
      <Composer
        placeholder={text('messages.write')}
        sendLabel={text('messages.send')}
        maxLength={MESSAGE_MAX}
        onTooLong={() => toastWarning('messages.tooLong', { max: MESSAGE_MAX })}
        onSend={(words) => send({ text: words })}
        initial={draftOf(threadId)}
        onType={type}
        onFiles={addFiles}
        before={
          <Menu position="top-start" returnFocus withinPortal={false} withInitialFocusPlaceholder={false}>
            <Menu.Target>
              <ActionIcon aria-label={text('messages.attach')}>
                <IconPlus size={24} stroke={1.75} aria-hidden="true" />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {items.map(({ kind, icon: Icon }) => (
                <Menu.Item
                  key={kind}
                  leftSection={<Icon size={22} stroke={1.75} aria-hidden="true" />}
                  onClick={() => setOpen(kind === 'place' ? { kind } : { kind, files: [] })}
                >
                  {text(`messages.attach.${kind}`)}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        }
        whileEmpty={
          <ActionIcon aria-label={text('messages.attach.voice')} onClick={() => setOpen({ kind: 'voice', files: [] })}>
            <IconMicrophone size={24} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
        }
      />
      <FileDrop label={text('messages.drop')} isReady={open === null} onFiles={addFiles} />
      <Suspense>
        {open?.kind === 'place' && (
          <PlaceDialog
            title={text('messages.placeTitle')}
            confirmLabel={text('messages.placeSend')}
            onChoose={(place) => send({ place })}
            onClose={close}
          />
        )}
        {open && open.kind !== 'place' && <AttachDialog kind={open.kind} initial={open.files} onSend={send} onClose={close} />}
      </Suspense>
    </>
  )
}
