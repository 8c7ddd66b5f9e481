import { levelOf, onLevels } from './output.ts'

const isAudible = (element: HTMLMediaElement) => !element.muted && !element.paused

const recordings = () => document.querySelectorAll<HTMLMediaElement>('audio, video')

const apply = () => {
  const level = levelOf('playback')
  if (level > 0) return
  for (const element of recordings()) if (isAudible(element)) element.pause()
}

/** Pauses the recording that sounds when the user plays another one. */
function pauseOthers({ target }: Event) {
  if (!(target instanceof HTMLMediaElement) || !isAudible(target)) return
  for (const element of recordings()) if (element !== target && isAudible(element)) element.pause()
}

/**
 * Lets one recording of the page sound at a time, and none while a call or a ringtone sounds. Streams have no element
 * with sound in the document.
 */
export function startPlaybackPriority() {
  onLevels(apply)
  document.addEventListener('play', pauseOthers, true) // `play` does not bubble
  document.addEventListener('play', apply, true)
}
