import { ActionIcon } from '@mantine/core'
import { IconArrowBackUp, IconDots, IconMoodPlus } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { useText } from '../../../platform/language/i18n.ts'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import { useMyMembership } from '../messaging.queries.ts'
import { useMayWrite } from '../may-write.ts'
import { announcementOf } from '../thread-texts.ts'
import { beginEdit, setComposing } from './composing.ts'
import { copyMessage } from './copy-message.ts'
import { MessageActionsContext } from './message-actions-context.ts'
import { addMessageGestures, type LinePlace } from './message-gestures.ts'
import type { MenuActions } from './message-menu.tsx'
import { type MessageRights, rightsOf } from './message-rights.ts'
import css from './message-tools.module.css'
import { changeMessage, hideMessage } from './unsent-changes.ts'

const MessageMenu = lazy(() => import('./message-menu.tsx').then(({ MessageMenu: menu }) => ({ default: menu })))
const EmojiPicker = lazy(() => import('./emoji-picker.tsx').then(({ EmojiPicker: picker }) => ({ default: picker })))
const ReactionsDialog = lazy(() => import('./reactions-dialog.tsx').then(({ ReactionsDialog: dialog }) => ({ default: dialog })))
const VersionsDialog = lazy(() => import('./versions-dialog.tsx').then(({ VersionsDialog: dialog }) => ({ default: dialog })))
const InfoDialog = lazy(() => import('./info-dialog.tsx').then(({ InfoDialog: dialog }) => ({ default: dialog })))
const DeleteMessages = lazy(() => import('./delete-messages.tsx').then(({ DeleteMessages: dialog }) => ({ default: dialog })))
const ForwardDialog = lazy(() => import('./forward-dialog.tsx').then(({ ForwardDialog: dialog }) => ({ default: dialog })))
const ReportDialog = lazy(() =>
  import('../../../shared/reports/report-dialog.tsx').then(({ ReportDialog: dialog }) => ({ default: dialog })),
)
const SelectionBar = lazy(() => import('./selection-bar.tsx').then(({ SelectionBar: bar }) => ({ default: bar })))

/** A message whose menu or dialog is open. The message itself is read when it is shown, since it may change meanwhile. */
interface Open {
  readonly seq: number
  readonly kind: 'menu' | Exclude<Parameters<MenuActions['ask']>[1], 'forward' | 'delete'>
  readonly place: LinePlace | null
}

/** Whether the menu of a message has another item than its selection. */
const hasMenu = ({ text }: Message, { maySelect: _select, ...rights }: MessageRights): boolean =>
  text !== '' || Object.values(rights).includes(true)

const nothing = () => undefined

function without(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const others = new Set(ids)
  others.delete(id)
  return others
}

/** The line under the mouse. */
interface Hovered {
  readonly seq: number
  readonly line: HTMLElement
}

interface Props {
  threadId: string
  isGroup: boolean
  messages: readonly Message[]
  /** The element with the lines of the messages, inside one with `data-chat`; null until it is mounted. */
  stream: HTMLElement | null
  /** Shows a message of the chat, which another one quotes. */
  onOpenMessage?: (seq: number) => void
  children: ReactNode
}

/** The menu of the messages of a chat or of the radio, by mouse, touch and keyboard, and what it opens. */
export function MessageTools({ threadId, isGroup, messages, stream, onOpenMessage = nothing, children }: Props) {
  const text = useText()
  const viewer = useCurrentUser()
  const mayWrite = useMayWrite()
  const membership = useMyMembership(isGroup ? threadId : null)
  const [open, setOpen] = useState<Open | null>(null)
  const [hovered, setHovered] = useState<Hovered | null>(null)
  const [forwarded, setForwarded] = useState<readonly Message[] | null>(null)
  const [deleted, setDeleted] = useState<readonly Message[] | null>(null)
  const [selected, setSelected] = useState<ReadonlySet<string> | null>(null)
  const rightsIn = (message: Message): MessageRights =>
    rightsOf(message, { viewer, mayWrite, isGroupAdmin: membership?.isAdmin ?? false, now: new Date() })
  const messageAt = (seq: number) => messages.find((message) => message.seq === seq)
  const close = () => setOpen(null)
  // An item of the menu may have opened a dialog.
  const closeMenu = () => setOpen((current) => (current?.kind === 'menu' ? null : current))

  const actions: MenuActions = {
    reply: (message) => setComposing(threadId, { kind: 'reply', message }),
    react: (message, emoji) => changeMessage(message, { kind: 'react', emoji }),
    edit: beginEdit,
    copy: (message) => void copyMessage(message.text),
    pin: (message) => changeMessage(message, { kind: 'pin', isPinned: message.pinnedAt === undefined }),
    hide: (message) => hideMessage(message, true),
    select: (message) => setSelected(new Set([message.id])),
    ask(message, kind) {
      if (kind === 'forward') setForwarded([message])
      else if (kind === 'delete') setDeleted([message])
      else setOpen({ seq: message.seq, kind, place: null })
    },
  }
  const select = useCallback(
    ({ id }: Message) => setSelected((known) => (known?.has(id) ? without(known, id) : new Set(known).add(id))),
    [],
  )
  // The listeners are added once; they need the messages of now.
  const latest = useRef({ messageAt, rightsIn, actions, isSelecting: selected !== null })
  useEffect(() => {
    latest.current = { messageAt, rightsIn, actions, isSelecting: selected !== null }
  })
  useEffect(() => {
    stream?.toggleAttribute('data-selecting', selected !== null)
  }, [stream, selected])
  useEffect(() => {
    if (!stream) return undefined
    const withMessage = <Result,>(seq: number, act: (message: Message) => Result) => {
      const message = latest.current.messageAt(seq)
      return message && act(message)
    }
    return addMessageGestures(stream, {
      openMenu: (place) =>
        withMessage(
          place.seq,
          (message) =>
            !latest.current.isSelecting &&
            hasMenu(message, latest.current.rightsIn(message)) &&
            setOpen({ seq: place.seq, kind: 'menu', place }),
        ),
      reply: (seq) => withMessage(seq, (message) => latest.current.actions.reply(message)),
      press(seq) {
        if (latest.current.isSelecting) withMessage(seq, select)
        return latest.current.isSelecting
      },
      mayReply: (seq) =>
        !latest.current.isSelecting && (withMessage(seq, (message) => latest.current.rightsIn(message).mayReply) ?? false),
      hover: (line, seq) => setHovered((known) => (known?.line === line ? known : line && { line, seq })),
    })
  }, [stream, select])
  useEffect(() => {
    if (!hovered || !stream) return undefined
    const hide = () => setHovered(null)
    stream.addEventListener('scroll', hide, { once: true, passive: true })
    return () => stream.removeEventListener('scroll', hide)
  }, [hovered, stream])

  const mayReact = mayWrite && viewer !== null
  const context = useMemo(
    () => ({
      mayReact,
      react: (message: Message, emoji: string | null) => changeMessage(message, { kind: 'react' as const, emoji }),
      change: changeMessage,
      showReactions: ({ seq }: Message) => setOpen({ seq, kind: 'reactions', place: null }),
      showVersions: ({ seq }: Message) => setOpen({ seq, kind: 'versions', place: null }),
      selected,
      select,
      openMessage: onOpenMessage,
    }),
    [mayReact, selected, select, onOpenMessage],
  )
  const message = open && messageAt(open.seq)
  const chosen = selected ? messages.filter(({ id }) => selected.has(id)) : []
  const endSelection = () => setSelected(null)
  const under = hovered && messageAt(hovered.seq)
  return (
    <MessageActionsContext value={context}>
      {children}
      {hovered && under && open === null && !selected && hasMenu(under, rightsIn(under)) && (
        <HoverTools
          hovered={hovered}
          rights={rightsIn(under)}
          onReply={() => actions.reply(under)}
          onReact={() => actions.ask(under, 'picker')}
          onMenu={(place) => setOpen({ seq: under.seq, kind: 'menu', place })}
          onLeave={() => setHovered(null)}
        />
      )}
      {selected && (
        <Suspense>
          <SelectionBar
            count={chosen.length}
            mayForward={chosen.length > 0 && chosen.every((each) => rightsIn(each).mayForward)}
            mayDelete={chosen.length > 0 && chosen.every((each) => rightsIn(each).mayDelete)}
            onCopy={() => {
              void copyMessage(chosen.map((each) => announcementOf(each, text)).join('\n'))
              endSelection()
            }}
            onForward={() => setForwarded(chosen)}
            onDelete={() => setDeleted(chosen)}
            onEnd={endSelection}
          />
        </Suspense>
      )}
      <Suspense>
        {forwarded && <ForwardDialog messages={forwarded} onDone={endSelection} onClose={() => setForwarded(null)} />}
        {deleted && <DeleteMessages messages={deleted} onDone={endSelection} onClose={() => setDeleted(null)} />}
      </Suspense>
      {message && (
        <Suspense>
          {open.kind === 'menu' && open.place && (
            <MessageMenu message={message} rights={rightsIn(message)} place={open.place} actions={actions} onClose={closeMenu} />
          )}
          {open.kind === 'picker' && (
            <EmojiPicker
              onClose={close}
              onChoose={(emoji) => {
                close()
                actions.react(message, emoji)
              }}
            />
          )}
          {open.kind === 'reactions' && <ReactionsDialog message={message} onClose={close} />}
          {open.kind === 'info' && <InfoDialog message={message} onClose={close} />}
          {open.kind === 'report' && <ReportDialog target={{ kind: 'message', id: message.id }} onClose={close} />}
          {open.kind === 'versions' && <VersionsDialog message={message} onClose={close} />}
        </Suspense>
      )}
    </MessageActionsContext>
  )
}

interface HoverProps {
  hovered: Hovered
  rights: MessageRights
  onReply: () => void
  onReact: () => void
  onMenu: (place: LinePlace) => void
  onLeave: () => void
}

/** Width and height of the buttons beside a bubble, in pixels. */
const TOOLS_PX = 136
const TOOLS_HEIGHT_PX = 44

/** Returns where the buttons are within the element around the chat: beside or above the bubble, or on the edge of a line without one. */
function placeOf(line: HTMLElement, around: DOMRect) {
  const inner = line.querySelector('[data-tools-edge]')?.getBoundingClientRect()
  if (inner) return { top: Math.max(0, inner.top - around.top - TOOLS_HEIGHT_PX / 2), right: around.right - inner.right }
  const bubble = (line.querySelector('[data-bubble]') ?? line).getBoundingClientRect()
  const isMine = line.querySelector('[data-mine]') !== null
  const free = isMine ? bubble.left - around.left : around.right - bubble.right
  const isBeside = free >= TOOLS_PX
  const top = isBeside ? bubble.top - around.top : Math.max(0, bubble.top - around.top - TOOLS_HEIGHT_PX)
  const shift = isBeside ? -TOOLS_PX : 0
  return isMine
    ? { top, left: Math.max(0, bubble.left - around.left + shift) }
    : { top, right: Math.max(0, around.right - bubble.right + shift) }
}

/** The buttons at the line under the mouse. The keyboard has the menu of the line instead. */
function HoverTools({ hovered: { line, seq }, rights, onReply, onReact, onMenu, onLeave }: HoverProps) {
  const text = useText()
  const around = line.closest('[data-chat]')?.getBoundingClientRect()
  if (!around) return null
  return (
    // The keyboard and screen readers have the menu of the line, and a click leaves the focus where it is.
    <div
      className={css.tools}
      style={placeOf(line, around)}
      data-tools
      aria-hidden="true"
      onPointerLeave={onLeave}
      onPointerDown={(event) => event.preventDefault()}
    >
      {rights.mayReact && (
        <ActionIcon tabIndex={-1} aria-label={text('messages.react')} onClick={onReact}>
          <IconMoodPlus size={20} stroke={1.75} />
        </ActionIcon>
      )}
      {rights.mayReply && (
        <ActionIcon tabIndex={-1} aria-label={text('messages.reply')} onClick={onReply}>
          <IconArrowBackUp size={20} stroke={1.75} />
        </ActionIcon>
      )}
      <ActionIcon
        tabIndex={-1}
        aria-label={text('messages.actions')}
        onClick={({ clientX, clientY }) => onMenu({ seq, line, x: clientX, y: clientY })}
      >
        <IconDots size={20} stroke={1.75} />
      </ActionIcon>
    </div>
  )
}
