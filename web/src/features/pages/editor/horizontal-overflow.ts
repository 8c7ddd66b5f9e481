/** Tolerance in pixels: scroll positions are fractions on some screens. */
const SLACK_PX = 1

/**
 * Ref callback of a horizontal scroller. Sets `data-more-before` and `data-more-after` while content is hidden at an
 * edge.
 */
export function markHorizontalOverflow(element: HTMLElement | null) {
  if (!element) return
  const update = () => {
    const { scrollLeft, scrollWidth, clientWidth } = element
    element.toggleAttribute('data-more-before', scrollLeft > SLACK_PX)
    element.toggleAttribute('data-more-after', scrollWidth - clientWidth - scrollLeft > SLACK_PX)
  }
  const observer = new ResizeObserver(update)
  for (const observed of [element, ...element.children]) observer.observe(observed)
  element.addEventListener('scroll', update, { passive: true })
  return () => {
    observer.disconnect()
    element.removeEventListener('scroll', update)
  }
}
