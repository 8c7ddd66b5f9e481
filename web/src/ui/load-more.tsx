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
  const latest = useRef(onMore)
  useEffect(() => {
    latest.current = isLoading ? () => undefined : onMore
  })
  useEffect(() => {
    if (!place.current) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) latest.current()
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={place} className={css.more}>
      <Button variant="default" loading={isLoading} onClick={onMore}>
        {label}
      </Button>
    </div>
  )
}
