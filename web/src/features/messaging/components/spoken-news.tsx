import { useState } from 'react'
import { useText } from '../../../platform/i18n.ts'
import { useEvent } from '../../../platform/live.ts'
import { useReader } from '../../../platform/reader.ts'
import { isNewsIn, spokenOf } from '../thread-words.ts'

/** What others write now, for those who listen. The list itself is silent: earlier pages that are put to it are no news. */
export function SpokenNews({ threadId }: { threadId: string }) {
  const text = useText()
  const reader = useReader()
  const [news, setNews] = useState<{ readonly id: string; readonly words: string } | null>(null)
  useEvent('messages:new_message', (message) => {
    if (isNewsIn(threadId, message, reader?.id)) setNews({ id: message.id, words: spokenOf(message, text) })
  })
  return (
    <div className="visually-hidden" aria-live="polite">
      {/* A new element each time: the same words twice are said twice. */}
      {news && <p key={news.id}>{news.words}</p>}
    </div>
  )
}
