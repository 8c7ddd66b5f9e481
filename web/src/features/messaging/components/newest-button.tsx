import { IconArrowDown } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useText } from '../../../platform/language/i18n.ts'
import { TOAST_SHORT_MS } from '../../../platform/tuning.ts'
import css from './chat.module.css'

interface Props {
  isShown: boolean
  /** A message arrived below the visible part. */
  hasNews: boolean
  /** Number of messages that the user has not seen. */
  unseenCount: number
  /** Scrolls to the newest message. @returns whether messages were marked as seen */
  onPress: () => boolean
}

/** The button to the newest message, with the number of new ones. It marks all of them as seen and says so. */
export function NewestButton({ isShown, hasNews, unseenCount, onPress }: Props) {
  const text = useText()
  const [wasMarked, setMarked] = useState(false)
  useEffect(() => {
    if (!wasMarked) return undefined
    const timer = setTimeout(() => setMarked(false), TOAST_SHORT_MS)
    return () => clearTimeout(timer)
  }, [wasMarked])
  const news = unseenCount > 0 ? text('messages.newCount', { count: unseenCount }) : hasNews ? text('messages.newBelow') : null
  return (
    <>
      {isShown && (
        <button
          type="button"
          className={css.pill}
          data-news={news !== null || undefined}
          aria-label={news === null ? text('messages.toNewest') : undefined}
          onClick={() => setMarked(onPress())}
        >
          <IconArrowDown size={20} stroke={2} aria-hidden="true" />
          {news}
        </button>
      )}
      <p role="status" className={wasMarked ? css.marked : 'visually-hidden'}>
        {wasMarked && text('messages.allSeen')}
      </p>
    </>
  )
}
