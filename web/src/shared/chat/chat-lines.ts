import type { Language } from '@noroshi/contract/i18n'
import { dayKey, dayLabel } from '../../platform/language/time.ts'

/** The fields that days and runs depend on. */
interface ChatMessage {
  readonly SenderId: string
  readonly createdAt: string
}

export interface ChatLine<Message extends ChatMessage> {
  readonly message: Message
  /** Heading above the line, or null. */
  readonly day: string | null
  /** First and last message of a run by one sender. */
  readonly isFirst: boolean
  readonly isLast: boolean
}

interface DayLabels {
  readonly today: string
  readonly yesterday: string
}

/** Milliseconds after a message within which the next one of its sender continues the run. Only its end shows the time. */
const RUN_MS = 5 * 60_000

/** Returns the messages with their day headings and runs. The messages must be in order, either way. */
export function chatLines<Message extends ChatMessage>(
  messages: readonly Message[],
  now: Date,
  language: Language,
  labels: DayLabels,
): ChatLine<Message>[] {
  const isSameRun = (a: ChatMessage | undefined, b: ChatMessage | undefined) =>
    a !== undefined &&
    b !== undefined &&
    a.SenderId === b.SenderId &&
    dayKey(a.createdAt) === dayKey(b.createdAt) &&
    Math.abs(Date.parse(a.createdAt) - Date.parse(b.createdAt)) < RUN_MS
  return messages.map((message, index) => {
    const before = messages[index - 1]
    const isNewDay = !before || dayKey(before.createdAt) !== dayKey(message.createdAt)
    return {
      message,
      day: isNewDay ? dayLabel(message.createdAt, now, language, labels) : null,
      isFirst: !isSameRun(before, message),
      isLast: !isSameRun(message, messages[index + 1]),
    }
  })
}
