import { accessToken, onAccessToken } from '../../platform/session/session.ts'
import { toastWarning } from '../../ui/states/toast.tsx'
import { playingNote, type PlayingNote, RATES, type VoiceNote } from './playing-note.ts'

interface ShownNote {
  readonly note: VoiceNote
  readonly element: HTMLElement
}

/** The notes whose players are in the page. */
const shown = new Set<ShownNote>()
const isShown = (url: string) => [...shown].some(({ note }) => note.url === url)

let rate: PlayingNote['rate'] = RATES[0]
/** The notes that follow the current one, as far as they were in the page at its start. */
let following: readonly VoiceNote[] = []

const change = (changes: Partial<PlayingNote>) => {
  const playing = playingNote.get()
  if (playing) playingNote.set({ ...playing, ...changes })
}

/** Returns the notes below a note in the page; null if it is not there. */
function notesAfter(url: string): VoiceNote[] | null {
  const inOrder = [...shown].toSorted(({ element: a }, { element: b }) =>
    a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  )
  const position = inOrder.findIndex(({ note }) => note.url === url)
  return position === -1 ? null : inOrder.slice(position + 1).map(({ note }) => note)
}

/** Registers the player of a note. @returns the function that removes it. */
export function showNote(element: HTMLElement, note: VoiceNote): () => void {
  const entry = { element, note }
  const update = () => {
    const playing = playingNote.get()
    if (playing) change({ isShown: isShown(playing.note.url) })
  }
  shown.add(entry)
  update()
  return () => {
    // Before it is gone, with the notes that arrived meanwhile.
    const { note: current } = playingNote.get() ?? {}
    if (current && isShown(current.url)) following = notesAfter(current.url) ?? following
    shown.delete(entry)
    update()
    // Only a note that plays outlives its screen.
    const after = playingNote.get()
    if (after && !after.isShown && !after.isPlaying) stopNote()
  }
}

let sound: HTMLAudioElement | null = null

/** Returns the only element that plays notes. It is in the page, where calls and other recordings pause it. */
function soundElement(): HTMLAudioElement {
  if (sound) return sound
  const element = document.createElement('audio')
  element.hidden = true
  element.addEventListener('play', () => change({ isPlaying: true }))
  element.addEventListener('pause', () => change({ isPlaying: false }))
  element.addEventListener('timeupdate', () => change({ at: element.currentTime }))
  element.addEventListener('ended', playNext)
  element.addEventListener('error', () => {
    if (playingNote.get() === null) return
    stopNote()
    toastWarning('media.notLoaded')
  })
  document.body.append(element)
  onAccessToken(() => {
    if (accessToken() === null) stopNote()
  })
  sound = element
  return element
}

/** The browser refuses a sound without a press, or something of higher priority paused it: it stays paused. */
const play = (element: HTMLAudioElement) => void element.play().catch(() => change({ isPlaying: false }))

function start(note: VoiceNote, at: number): void {
  const element = soundElement()
  const path = playingNote.get()?.path ?? window.location.pathname
  following = notesAfter(note.url) ?? following
  playingNote.set({
    note,
    isPlaying: false,
    at,
    rate,
    path: isShown(note.url) ? window.location.pathname : path,
    isShown: isShown(note.url),
  })
  element.src = note.url
  element.currentTime = at
  element.playbackRate = rate
}

function playNext(): void {
  const { note } = playingNote.get() ?? {}
  const [next, ...rest] = (note && notesAfter(note.url)) ?? following
  if (!next) return stopNote()
  following = rest
  start(next, 0)
  play(soundElement())
}

/** Plays a note, or pauses it if it plays. Another note that plays ends. */
export function toggleNote(note: VoiceNote): void {
  const playing = playingNote.get()
  if (playing?.note.url !== note.url) start(note, 0)
  const element = soundElement()
  if (element.paused) play(element)
  else element.pause()
}

/** Moves to a position in seconds, also of a note that does not play yet. */
export function seekNote(note: VoiceNote, at: number): void {
  if (playingNote.get()?.note.url === note.url) soundElement().currentTime = at
  else start(note, at)
  change({ at })
}

/** Takes the next speed, for this note and those that follow. */
export function nextRate(): void {
  rate = RATES[(RATES.indexOf(rate) + 1) % RATES.length] ?? RATES[0]
  soundElement().playbackRate = rate
  change({ rate })
}

/** Pauses the note that plays, such as before a recording, which would have it too. */
export const pauseNote = (): void => sound?.pause()

export function stopNote(): void {
  playingNote.set(null)
  following = []
  if (!sound) return
  sound.pause()
  sound.removeAttribute('src')
  sound.load() // ends its download
}
