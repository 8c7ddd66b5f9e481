import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import css from './load-more.module.css'
import { MoreNotPrinted } from './more-not-printed.tsx'

interface Props {
  label: string
  isLoading: boolean
  onMore: () => void
}

/** Loads more when it becomes visible; a button for users that do not scroll. */
export function LoadMore({ label, isLoading, onMore }: Props) {
  const ref = useRef<HTMLDivElement>(null)
  const loadedAtOffset = useRef<number | null>(null)
  // Observed again after each render: an observer reports changes only, and an element that stays visible does not
  // change.
  useEffect(() => {
    const element = ref.current
    if (!element || isLoading) return
    const observer = new IntersectionObserver((entries) => {
      const isSeen = entries.at(-1)?.isIntersecting === true
      // If nothing was added, the element has not moved: it does not load again until it was out of view.
      const isAlreadyLoaded = loadedAtOffset.current === element.offsetTop
      loadedAtOffset.current = isSeen ? element.offsetTop : null
      if (isSeen && !isAlreadyLoaded) onMore()
    })
    observer.observe(element)
    return () => observer.disconnect()
  })
  return (
    <div ref={ref} className={css.more}>
      <Button variant="default" loading={isLoading} onClick={onMore}>
        {label}
      </Button>
      <MoreNotPrinted />
    </div>
  )
}
