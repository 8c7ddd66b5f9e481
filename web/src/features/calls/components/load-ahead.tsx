import { useEffect, useRef } from 'react'
import { LoadMore } from '../../../ui/layout/load-more.tsx'

interface Props {
  label: string
  isLoading: boolean
  onMore: () => void
}

/** Share of the list at which the next page loads (specification, section 9). */
const LOAD_AT = 0.7

/** Loads the next page at 70 % of the list; the button is for users that do not scroll. */
export function LoadAhead({ label, isLoading, onMore }: Props) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const pane = paneOf(ref.current)
    if (!pane) return
    const onScroll = () => {
      const shown = (pane.scrollTop + pane.clientHeight) / pane.scrollHeight
      if (shown >= LOAD_AT && !isLoading) onMore()
    }
    pane.addEventListener('scroll', onScroll, { passive: true })
    return () => pane.removeEventListener('scroll', onScroll)
  })
  return (
    <div ref={ref}>
      <LoadMore label={label} isLoading={isLoading} onMore={onMore} />
    </div>
  )
}

/** The element that scrolls: the pane of the screen or the dialog. */
function paneOf(element: HTMLElement | null): HTMLElement | null {
  for (let pane = element?.parentElement; pane; pane = pane.parentElement)
    if (['auto', 'scroll'].includes(getComputedStyle(pane).overflowY)) return pane
  return null
}
