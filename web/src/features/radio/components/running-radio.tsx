import { type ReactNode, useEffect } from 'react'
import type { Unit } from '@noroshi/contract/accounts/accounts.http'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import type { RadioChat, RadioFloor } from '@noroshi/contract/radio/radio.http'
import { useText } from '../../../platform/language/i18n.ts'
import { useMarkPlayed } from '../radio.changes.ts'
import { useRadio } from '../radio-context.ts'
import type { TransmissionTools } from '../transmission-tools.ts'
import { useLow, useWide } from '../../../ui/layout/use-wide.ts'
import { RadioLog } from './radio-log.tsx'
import { RadioMap } from './radio-map.tsx'
import css from './running-radio.module.css'
import { TalkControls } from './talk-controls.tsx'

interface Props {
  radioChat: RadioChat
  floor: RadioFloor | null
  messages: readonly Message[]
  unit: Unit | undefined
  mayPreempt: boolean
  /** The user shares their location in radio chats. */
  isSharing: boolean
  chatLink: ReactNode
  tools: TransmissionTools
}

/** A running radio chat: map, messages, and the buttons to talk. */
export function RunningRadio({ radioChat, floor, messages, unit, mayPreempt, isSharing, chatLink, tools }: Props) {
  const text = useText()
  const { thread } = useRadio()
  const isWide = useWide()
  const isLow = useLow()
  const { mutate: markPlayed } = useMarkPlayed(thread.id)
  const lastSeq = messages.at(-1)?.seq
  useEffect(() => {
    if (lastSeq !== undefined) markPlayed(lastSeq)
  }, [lastSeq, markPlayed])
  return (
    <div className={css.radio}>
      {!isLow && (
        <div className={css.map}>
          <RadioMap unit={unit} speakerId={floor?.speakerId ?? null} isCompact={!isWide} />
        </div>
      )}
      <div className={css.side}>
        {!isSharing && <p className={css.shared}>{text('radio.notShared')}</p>}
        <RadioLog messages={messages} floor={floor} tools={tools} />
        <TalkControls radioChat={radioChat} floor={floor} mayPreempt={mayPreempt} chatLink={chatLink} />
      </div>
    </div>
  )
}
