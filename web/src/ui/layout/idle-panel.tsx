import type { CSSProperties, ReactNode } from 'react'
import { LOCALES } from '@noroshi/contract/i18n'
import { useLanguage } from '../../platform/language/i18n.ts'
import { timeOfDay } from '../../platform/language/time.ts'
import { useBurnInShift } from './burn-in.ts'
import { useClockTime } from './use-clock-time.ts'
import css from './idle-panel.module.css'

/** The dark content of an idle screen: a large clock above `children`. It moves slightly each minute. */
export function IdlePanel({ children }: { children: ReactNode }) {
  const language = useLanguage()
  const now = useClockTime()
  const shift = useBurnInShift()
  return (
    <div className={css.panel}>
      <div className={css.content} style={shift as CSSProperties}>
        <time className={css.clock} dateTime={now.toISOString()}>
          {timeOfDay(now, language)}
        </time>
        <p className={css.date}>{now.toLocaleDateString(LOCALES[language].tag, DATE)}</p>
        {children}
      </div>
    </div>
  )
}

const DATE = { weekday: 'long', month: 'long', day: 'numeric' } as const
