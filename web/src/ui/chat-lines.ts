import type { Language } from '@noroshi/contract/i18n'
import { dayKey, dayLabel } from '../platform/time.ts'

/** What days and runs hang on. */
interface Said {
  readonly SenderId: string
  readonly createdAt: string
}

export interface ChatLine<Message extends Said> {
  readonly message: Message
  /** A heading stands over it. */
  readonly day: string | null
  /** First and last of what one person said in a row. */
  readonly isFirst: boolean
  readonly isLast: boolean
}

interface Words {
  readonly today: string
  readonly yesterday: string
}

/** Messages in order -> lines with their days and runs. */
export function chatLines<Message extends Said>(
  messages: readonly Message[],
  now: Date,
  language: Language,
  words: Words,
): ChatLine<Message>[] {
  const isSameRun = (a: Said | undefined, b: Said | undefined) =>
    a !== undefined && b !== undefined && a.SenderId === b.SenderId && dayKey(a.createdAt) === dayKey(b.createdAt)
  return messages.map((message, index) => {
    const before = messages[index - 1]
    const isNewDay = !before || dayKey(before.createdAt) !== dayKey(message.createdAt)
    return {
      message,
      day: isNewDay ? dayLabel(message.createdAt, now, language, words) : null,
      isFirst: !isSameRun(before, message),
      isLast: !isSameRun(message, messages[index + 1]),
    }
  })
}
