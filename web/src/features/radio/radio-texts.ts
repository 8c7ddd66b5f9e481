import type { Transcript } from '@noroshi/contract/files'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { isMessageKey, type Text } from '../../platform/language/i18n.ts'
import { transcriptText } from '../../shared/chat/transcript-text.ts'
import type { RadioView } from './media/radio-room.ts'
import type { TalkNotice } from './media/talk.ts'

/** Returns 'm:ss' of milliseconds. A part of a second counts as one, so that no recording is '0:00'. */
export function lengthText(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1_000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** The text of a radio message, or why it has none. */
export const transcriptOf = (message: Pick<Message, 'text' | 'radio' | 'deletion'>, text: Text): string =>
  message.deletion ? text('messages.deleted') : transcriptText(transcriptIn(message), text)

/** The transcript of a radio message. */
export const transcriptIn = ({ text, radio }: Pick<Message, 'text' | 'radio'>): Transcript => ({
  text,
  language: radio?.language ?? 'en',
  state: radio?.transcription ?? 'unavailable',
  isCorrected: radio?.isCorrected ?? false,
})

/** Returns what the user must know about the last talk. */
export function noticeText(notice: TalkNotice, text: Text): string {
  if (notice.kind === 'preempted') return text('radio.notice.preempted', { name: notice.name })
  if (notice.kind === 'problem')
    return notice.problem === 'insecure' ? text('radio.insecure') : text(`radio.problem.${notice.problem}`)
  if (notice.kind !== 'refused') return text(`radio.notice.${notice.kind}`)
  const key = `error.${notice.code}`
  return text(isMessageKey(key) ? key : 'radio.notice.failed')
}

/** Returns what happens on the channel now. */
export function statusText({ isConnected, isJoined, state, position }: RadioView, speaker: string | null, text: Text): string {
  if (!isConnected) return text('radio.floor.offline')
  if (!isJoined) return text('radio.joining')
  if (state === 'onAir') return text('radio.floor.mine')
  if (state === 'waiting') return text('radio.floor.waiting', { position: position ?? 1 })
  if (state === 'opening' || state === 'asking' || state === 'sending') return text(`radio.floor.${state}`)
  return speaker === null ? text('radio.floor.free') : text('radio.floor.other', { name: speaker })
}

/** Returns the label of the talk button. */
export function talkLabel({ state, isLocked }: RadioView, isOther: boolean, text: Text): string {
  if (state === 'onAir') return text(isLocked ? 'radio.talk.mineLocked' : 'radio.talk.mine')
  return text(state !== 'idle' || isOther ? 'radio.talk.wait' : 'radio.talk.free')
}
