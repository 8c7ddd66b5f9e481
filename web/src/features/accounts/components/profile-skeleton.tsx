import { Skeleton } from '@mantine/core'
import { useText } from '../../../platform/i18n.ts'
import { SKELETON_DELAY_MS } from '../../../platform/tuning.ts'
import { Card } from '../../../ui/card.tsx'
import css from './profile.module.css'

/** Per cent of the line: facts of unlike length. */
const facts = [38, 52, 30, 44, 34, 26]

/** The shape of a profile that is on its way; it shows itself only where that takes a while. */
export function ProfileSkeleton() {
  const text = useText()
  return (
    <output className={css.waiting} aria-label={text('chrome.loading')} style={{ animationDelay: `${SKELETON_DELAY_MS}ms` }}>
      <span className={css.head}>
        <Skeleton circle height={120} />
        <span className={css.waitingLines}>
          <Skeleton height={22} width={180} />
          <Skeleton height={14} width={200} />
        </span>
      </span>
      <Card>
        {facts.map((width) => (
          <Skeleton key={width} height={16} width={`${width}%`} my={14} />
        ))}
      </Card>
    </output>
  )
}
