import type { Page } from '@playwright/test'
import { median } from './figures.ts'

/** The video that a page sends to one participant. `limitation`: why the browser reduces it by itself. */
export interface SentVideo {
  readonly height: number
  readonly framesPerSecond: number
  readonly limitation: string
  /** Bytes sent since the start of the call. */
  readonly bytes: number
}

/** Returns the videos that the page sends now. */
export const sentVideo = (page: Page): Promise<SentVideo[]> => page.evaluate<SentVideo[]>('measured.sentVideo()')

/** Returns the sizes of the sent videos with their medians of frames a second, the most frequent first. */
export function sizesOf(sent: readonly SentVideo[]): string {
  const sizes = [...Map.groupBy(sent, ({ height }) => height)].toSorted(([, one], [, other]) => other.length - one.length)
  return sizes
    .map(([height, videos]) => {
      const frames = median(videos.map(({ framesPerSecond }) => framesPerSecond))
      const busy = videos.filter(({ limitation }) => limitation === 'cpu').length
      return `${height} lines at ${frames} (${videos.length}${busy > 0 ? `, ${busy} limited by the processor` : ''})`
    })
    .join(', ')
}
