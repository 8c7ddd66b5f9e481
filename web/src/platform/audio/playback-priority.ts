import { levelOf, onLevels } from './output.ts'

const isAudible = (element: HTMLMediaElement) => !element.muted && !element.paused

const apply = () => {
  const level = levelOf('playback')
  for (const element of document.querySelectorAll<HTMLMediaElement>('audio, video')) {
    if (level === 0 && isAudible(element)) element.pause()
  }
}

/** Pauses recordings on the page while a call or a ringtone sounds. Streams have no element with sound in the document. */
export function startPlaybackPriority() {
  onLevels(apply)
  document.addEventListener('play', apply, true) // `play` does not bubble
}
