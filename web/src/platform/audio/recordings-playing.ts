const MEDIA_EVENTS = ['play', 'pause', 'ended', 'volumechange'] as const

/** Whether a recording or a film plays on the page. Streams have no element with sound in the document. */
export const isRecordingPlaying = (): boolean =>
  [...document.querySelectorAll<HTMLMediaElement>('audio, video')].some(({ muted, paused }) => !muted && !paused)

/**
 * Calls back when {@link isRecordingPlaying} may have changed. The end of an element that was removed from the page is
 * not reported.
 * @returns the function that unsubscribes
 */
export function onRecordings(listener: () => void): () => void {
  for (const event of MEDIA_EVENTS) document.addEventListener(event, listener, true) // these events do not bubble
  return () => {
    for (const event of MEDIA_EVENTS) document.removeEventListener(event, listener, true)
  }
}
