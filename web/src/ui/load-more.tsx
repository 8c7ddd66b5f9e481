import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import css from './load-more.module.css'

interface Props {
  label: string
  isLoading: boolean
  onMore: () => void
}

/** Loads on when it comes into view; a key for those who do not scroll. */
export function LoadMore({ label, isLoading, onMore }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const askedAt = useRef<number | null>(null)
  // Watched anew whenever more may have come: an observer tells a change, and what still stands in view has not changed.
  useEffect(() => {
    const here = place.current
    if (!here || isLoading) return
    const observer = new IntersectionObserver((entries) => {
      const isSeen = entries.at(-1)?.isIntersecting === true
      // Where nothing came it has not moved, and does not ask again until it is looked for again.
      const isAskedHere = askedAt.current === here.offsetTop
      askedAt.current = isSeen ? here.offsetTop : null
      if (isSeen && !isAskedHere) onMore()
    })
    observer.observe(here)
    return () => observer.disconnect()
  })
  return (
    <div ref={place} className={css.more}>
      <Button variant="default" loading={isLoading} onClick={onMore}>
        {label}
      </Button>
    </div>
  )
}
