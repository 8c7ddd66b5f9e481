import { ActionIcon } from '@mantine/core'
import { IconPin, IconPinnedOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../../../platform/language/i18n.ts'
import { useMayWrite } from '../may-write.ts'
import { announcementOf } from '../thread-texts.ts'
import css from './pinned-bar.module.css'
import { pinsQuery } from './pins.queries.ts'
import { useHiddenMessages } from './hidden-messages.ts'
import { changeMessage, useChangedMessages } from './unsent-changes.ts'

interface Props {
  threadId: string
  onOpen: (seq: number) => void
}

/** The pinned messages above a chat, one at a time: each press shows the next one and leads to it. */
export function PinnedBar({ threadId, onOpen }: Props) {
  const text = useText()
  const mayWrite = useMayWrite()
  const hidden = useHiddenMessages()
  const { data: all = [] } = useQuery(pinsQuery(threadId))
  const pins = useChangedMessages(threadId, all).filter(({ id, pinnedAt }) => pinnedAt !== undefined && !hidden.has(id))
  const [index, setIndex] = useState(0)
  const shown = pins[index % Math.max(1, pins.length)]
  if (!shown) return null
  return (
    <div className={css.bar}>
      <IconPin size={18} stroke={1.75} aria-hidden="true" />
      <button
        type="button"
        className={css.pin}
        onClick={() => {
          onOpen(shown.seq)
          setIndex((index + 1) % pins.length)
        }}
      >
        <small className="one-line">
          {pins.length === 1
            ? text('messages.pinnedOne')
            : text('messages.pinnedOf', { number: (index % pins.length) + 1, count: pins.length })}
        </small>
        <span className="one-line">{announcementOf(shown, text)}</span>
      </button>
      {mayWrite && (
        <ActionIcon
          aria-label={text('messages.unpinMessage')}
          onClick={() => changeMessage(shown, { kind: 'pin', isPinned: false })}
        >
          <IconPinnedOff size={20} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      )}
    </div>
  )
}
