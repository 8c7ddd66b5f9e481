import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import css from './carousel.module.css'

interface CarouselSlide {
  readonly id: string
  readonly content: ReactNode
  readonly caption: string
  /** Whether the content has controls at its bottom. The caption is then at the top. */
  readonly hasControls?: boolean
}

interface CarouselProps {
  slides: readonly CarouselSlide[]
  /** Accessible name of the carousel. */
  label: string
  previousLabel: string
  nextLabel: string
  /** '2 of 3', for screen readers. */
  positionLabel: (index: number, count: number) => string
}

/** Shows one slide at a time, with swiping and buttons. The first slide follows the last. */
export function Carousel({ slides, label, previousLabel, nextLabel, positionLabel }: CarouselProps) {
  const track = useRef<HTMLDivElement>(null)
  const [index, setIndex] = useState(0)
  const count = slides.length
  const current = Math.min(index, count - 1)

  const updateIndex = () => {
    if (track.current && track.current.clientWidth > 0) setIndex(Math.round(track.current.scrollLeft / track.current.clientWidth))
  }
  const go = (step: number) => {
    const next = (current + step + count) % count
    track.current?.scrollTo({ left: next * track.current.clientWidth })
  }
  const caption = slides[current]?.caption
  return (
    // A group, not a region: it may have the same name as its section.
    <div role="group" className={css.carousel} aria-roledescription="carousel" aria-label={label}>
      <div className={css.track} ref={track} onScroll={updateIndex}>
        {slides.map(({ id, content }, position) => (
          <div
            key={id}
            className={css.slide}
            role="group"
            aria-roledescription="slide"
            aria-label={positionLabel(position + 1, count)}
            inert={position !== current}
          >
            {content}
          </div>
        ))}
      </div>
      {count > 1 && (
        <>
          <ActionIcon variant="default" className={css.previous} aria-label={previousLabel} onClick={() => go(-1)}>
            <IconChevronLeft size={24} stroke={2} aria-hidden="true" />
          </ActionIcon>
          <ActionIcon variant="default" className={css.next} aria-label={nextLabel} onClick={() => go(1)}>
            <IconChevronRight size={24} stroke={2} aria-hidden="true" />
          </ActionIcon>
        </>
      )}
      {(caption || count > 1) && (
        <p className={css.plate} data-position={slides[current]?.hasControls ? 'top' : 'bottom'} aria-live="polite">
          {caption && <span className="one-line">{caption}</span>}
          {count > 1 && (
            <span className="num">
              {current + 1}/{count}
            </span>
          )}
        </p>
      )}
    </div>
  )
}
