import { Skeleton } from '@mantine/core'
import { useText } from '../../../platform/language/i18n.ts'
import { SKELETON_DELAY_MS } from '../../../platform/tuning.ts'
import { Card } from '../../../ui/layout/card.tsx'
import css from './profile.module.css'

/** Widths of the lines in per cent. */
const lineWidths = [38, 52, 30, 44, 34, 26]

/** The placeholder of a loading profile. It appears after {@link SKELETON_DELAY_MS}. */
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
        {lineWidths.map((width) => (
          <Skeleton key={width} height={16} width={`${width}%`} my="var(--n-space-14)" />
        ))}
      </Card>
    </output>
  )
}
