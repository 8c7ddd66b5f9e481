import { ActionIcon, Menu } from '@mantine/core'
import { IconCamera, IconChartBar, IconFile, IconMapPin, IconMicrophone, IconPlus, IconVideo } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, lazy, Suspense, useRef, useState } from 'react'
import { MESSAGE_MAX, UPLOAD_MB_DEFAULT } from '@noroshi/contract/limits'
import type { NewPoll } from '@noroshi/contract/messaging/polls'
import { useText } from '../../../platform/language/i18n.ts'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import { captureObstacle } from '../../../platform/device/media-capture.ts'
import { withReadablePictures } from '../../../platform/device/readable-pictures.ts'
import { useUnit } from '../../../platform/session/unit.ts'
import { hasFinePointer } from '../../../platform/device/pointer.ts'
import { Composer } from '../../../shared/chat/composer.tsx'
import { FileDrop } from '../../../ui/forms/file-drop.tsx'
import { withoutTooMany } from '../../../ui/forms/file-limits.ts'
import type { MediaKind } from '../../../shared/media/media-picker.tsx'
import { toastInvalid } from '../../../ui/states/toast.tsx'
import { useReloadGuard } from '../../../ui/forms/unsaved-guard.tsx'
import { beginEdit, setComposing, useComposing } from '../changes/composing.ts'
import { ComposingBar } from '../changes/composing-bar.tsx'
import { EditComposer } from '../changes/edit-composer.tsx'
import { hiddenMessages } from '../changes/hidden-messages.ts'
import { withUnsentChanges } from '../changes/unsent-changes.ts'
import { rightsOf } from '../changes/message-rights.ts'
import type { ChatRef } from '../chat-ref.ts'
import { loadedChat, loadNewest } from '../chat.queries.ts'
import { useThreadDraft } from '../drafts/thread-drafts.ts'
import { withoutTooLarge } from '../message-files.ts'
import { useKnownThread } from '../messaging.queries.ts'
import { type Content, sendMessage } from '../pending.ts'
import { MentionList } from '../mentions/mention-list.tsx'
import { hasMentionMark, mentionsOf } from '../mentions/mention-text.ts'
import { useMentionable } from '../mentions/use-mentionable.ts'
import { useTypingHints } from '../use-typing.ts'
import { useVoiceRecorder } from './voice-recorder.tsx'

const AttachDialog = lazy(() => import('./attach-dialog.tsx').then(({ AttachDialog: dialog }) => ({ default: dialog })))
const PollDialog = lazy(() => import('../polls/poll-dialog.tsx').then(({ PollDialog: dialog }) => ({ default: dialog })))
const LocationDialog = lazy(() =>
  import('../../../shared/location/location-dialog.tsx').then(({ LocationDialog: dialog }) => ({ default: dialog })),
)

type Open = { readonly kind: MediaKind; readonly files: readonly File[] } | { readonly kind: 'location' | 'poll' }

const items = [
  { kind: 'photo', icon: IconCamera },
  { kind: 'video', icon: IconVideo },
  { kind: 'voice', icon: IconMicrophone },
  { kind: 'file', icon: IconFile },
  { kind: 'location', icon: IconMapPin },
  { kind: 'poll', icon: IconChartBar },
] as const

/** Specification, section 5. */
const refuseTooLong = () => toastInvalid('messages.tooLong', { max: MESSAGE_MAX })

interface Props {
  chat: ChatRef
  placeholder?: string
  /** Called instead of sending for a visitor, who has no menu of attachments either. */
  onVisitor?: () => void
}

/** Text field of a thread with the menu of attachments. */
export function ChatComposer({ chat, placeholder, onVisitor }: Props) {
  const text = useText()
  const { threadId, alertId } = chat
  const viewer = useCurrentUser()
  const mayAttach = viewer !== null || !onVisitor
  const maxMb = useUnit()?.maxUploadMb ?? UPLOAD_MB_DEFAULT
  const cache = useQueryClient()
  const [open, setOpen] = useState<Open | null>(null)
  const hint = useTypingHints(alertId === null ? threadId : null)
  const draft = useThreadDraft(chat)
  const composing = useComposing(threadId)
  const mentionable = useMentionable(threadId, hasMentionMark(draft.text))
  const isGroup = useKnownThread(threadId)?.isGroup === true
  useReloadGuard(draft.isAtRisk)
  const type = (value: string) => {
    draft.setText(value)
    hint(value)
  }
  const send = (content: Content) => {
    const reply = composing?.kind === 'reply' ? { replyToId: composing.message.id } : {}
    const mentions = mentionsOf(content.text ?? '', mentionable)
    if (!sendMessage(chat, { ...reply, ...(mentions.length > 0 && { mentions }), ...content })) {
      onVisitor?.()
      return false
    }
    setOpen(null)
    if (composing) setComposing(threadId, null)
    // A user that reads older messages is moved to the end, where the new message is.
    if (loadedChat(cache, threadId)?.hasNewer) loadNewest(cache, chat).catch(() => undefined)
    return true
  }
  const close = () => setOpen(null)
  const editLast = () => {
    const hidden = hiddenMessages(cache)
    const last = withUnsentChanges(threadId, loadedChat(cache, threadId)?.items ?? []).findLast(
      (message) => message.SenderId === viewer?.id && !message.deletion && !hidden.has(message.id),
    )
    if (last && rightsOf(last, { viewer, mayWrite: true, isGroupAdmin: false, now: new Date() }).mayEdit) beginEdit(last)
  }
  const sendPoll = (question: string, poll: NewPoll) => {
    if (send({ text: question, poll }) && draft.text.trim() === question) type('')
  }
  const recorder = useVoiceRecorder(maxMb, (file) => {
    if (!send({ files: [file], text: '' })) setOpen({ kind: 'voice', files: [file] }) // so that it is not lost
  })
  // Without a microphone, the dialog says why and lets the user choose a recording.
  const voiceButton =
    captureObstacle() === null ? (
      recorder.button
    ) : (
      <ActionIcon aria-label={text('messages.attach.voice')} onClick={() => setOpen({ kind: 'voice', files: [] })}>
        <IconMicrophone size={24} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
    )
  const addFiles = (files: readonly File[]) =>
    withReadablePictures(files, (readable) => setOpen({ kind: 'file', files: withoutTooMany(withoutTooLarge(readable, maxMb)) }))
  if (composing?.kind === 'edit' && !recorder.strip) return <EditComposer key={composing.message.id} composing={composing} />
  return (
    <>
      {composing && <ComposingBar composing={composing} />}
      {alertId === null && <MentionList mentionable={mentionable} text={draft.text} onType={type} />}
      <Composer
        placeholder={placeholder ?? text('messages.write')}
        sendLabel={text('messages.send')}
        maxLength={MESSAGE_MAX}
        onTooLong={refuseTooLong}
        onSend={(value) => send({ text: value })}
        onUp={editLast}
        value={draft.text}
        onType={type}
        takesFocus={alertId === null}
        {...(mayAttach && {
          onFiles: addFiles,
          before: (
            <>
              <AttachMenu isGroup={isGroup} onOpen={setOpen} />
              {/* Text needs the space of a small screen. */}
              {draft.text === '' && !hasFinePointer() && (
                <CameraButton onCamera={() => setOpen({ kind: 'photo', files: [] })} onFiles={addFiles} />
              )}
            </>
          ),
          whileEmpty: voiceButton,
          instead: recorder.strip,
        })}
      />
      {recorder.questions}
      <FileDrop label={text('messages.drop')} isReady={mayAttach && open === null && !recorder.strip} onFiles={addFiles} />
      <Suspense>
        {open?.kind === 'location' && (
          <LocationDialog
            title={text('messages.locationTitle')}
            confirmLabel={text('messages.locationSend')}
            onChoose={(location) => send({ location })}
            onClose={close}
          />
        )}
        {open?.kind === 'poll' && <PollDialog question={draft.text} onSend={sendPoll} onClose={close} />}
        {open && 'files' in open && (
          <AttachDialog
            kind={open.kind}
            initial={open.files}
            caption={draft.text}
            onCaption={draft.setText}
            onTooLong={refuseTooLong}
            onSend={(files) => {
              if (send({ files, text: draft.text.trim() })) type('')
            }}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  )
}

interface CameraButtonProps {
  onCamera: () => void
  onFiles: (files: readonly File[]) => void
}

/**
 * Opens the camera of a phone by one tap. A page without https has none, so there it opens the phone's own camera, which
 * returns a file.
 */
function CameraButton({ onCamera, onFiles }: CameraButtonProps) {
  const text = useText()
  const input = useRef<HTMLInputElement>(null)
  const label = text('media.takePicture')
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])]
    target.value = '' // so that the same file can be chosen again
    if (files.length > 0) onFiles(files)
  }
  return (
    <>
      <ActionIcon aria-label={label} onClick={() => (captureObstacle() === null ? onCamera() : input.current?.click())}>
        <IconCamera size={24} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
      <input ref={input} type="file" hidden accept="image/*" capture="environment" aria-label={label} onChange={choose} />
    </>
  )
}

function AttachMenu({ isGroup, onOpen }: { isGroup: boolean; onOpen: (open: Open) => void }) {
  const text = useText()
  return (
    <Menu position="top-start" returnFocus withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon aria-label={text('messages.attach')}>
          <IconPlus size={24} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {items
          .filter(({ kind }) => kind !== 'poll' || isGroup)
          .map(({ kind, icon: Icon }) => (
            <Menu.Item
              key={kind}
              leftSection={<Icon size={22} stroke={1.75} aria-hidden="true" />}
              onClick={() => onOpen(kind === 'location' || kind === 'poll' ? { kind } : { kind, files: [] })}
            >
              {text(`messages.attach.${kind}`)}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  )
}
