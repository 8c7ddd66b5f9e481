import { Skeleton } from '@mantine/core'
import { useText } from '../../../platform/language/i18n.ts'
import { SKELETON_DELAY_MS } from '../../../platform/tuning.ts'
import css from './page-skeleton.module.css'

const delayed = { animationDelay: `${SKELETON_DELAY_MS}ms` }

/** Placeholder while cards load. */
export function CardsSkeleton() {
  const text = useText()
  return (
    <output className={css.cards} aria-label={text('chrome.loading')} style={delayed}>
      {[58, 74, 46].map((width) => (
        <span key={width} className={css.card}>
          <Skeleton height={132} radius="calc(var(--n-radius-5) - 1px)" />
          <Skeleton height={18} width={`${width}%`} />
          <Skeleton height={13} width="92%" />
          <Skeleton height={13} width="84%" />
        </span>
      ))}
    </output>
  )
}

/** Placeholder while a page loads. */
export function PageSkeleton() {
  const text = useText()
  return (
    <output className={css.page} aria-label={text('chrome.loading')} style={delayed}>
      <Skeleton height={30} width="76%" mt="var(--n-space-16)" />
      <span className={css.by}>
        <Skeleton circle height={36} />
        <Skeleton height={15} width="38%" />
      </span>
      {[96, 88, 92, 61].map((width) => (
        <Skeleton key={width} height={15} width={`${width}%`} />
      ))}
    </output>
  )
}
