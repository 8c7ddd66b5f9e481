import { Skeleton } from '@mantine/core'
import { useText } from '../../../platform/language/i18n.ts'
import { SKELETON_DELAY_MS } from '../../../platform/tuning.ts'
import css from './post-list.module.css'

/** Placeholder while posts load. */
export function PostSkeleton() {
  const text = useText()
  return (
    <output className={css.loading} aria-label={text('chrome.loading')} style={{ animationDelay: `${SKELETON_DELAY_MS}ms` }}>
      {[0, 1].map((index) => (
        <span key={index}>
          <Skeleton circle height={42} />
          <Skeleton height={14} width="55%" />
          <Skeleton height={14} width="90%" />
          <Skeleton height={140} />
        </span>
      ))}
    </output>
  )
}
