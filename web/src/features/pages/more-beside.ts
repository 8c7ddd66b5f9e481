/** Below this many pixels nothing is left to be seen: places are fractions on some screens. */
const SLACK_PX = 1

/** As the ref of what scrolls sideways: `data-more-before` and `data-more-after` say at which edges more of it waits, for its style. */
export function showMoreBeside(element: HTMLElement | null) {
  if (!element) return
  const note = () => {
    const { scrollLeft, scrollWidth, clientWidth } = element
    element.toggleAttribute('data-more-before', scrollLeft > SLACK_PX)
    element.toggleAttribute('data-more-after', scrollWidth - clientWidth - scrollLeft > SLACK_PX)
  }
  const observer = new ResizeObserver(note)
  for (const each of [element, ...element.children]) observer.observe(each)
  element.addEventListener('scroll', note, { passive: true })
  return () => {
    observer.disconnect()
    element.removeEventListener('scroll', note)
  }
}
