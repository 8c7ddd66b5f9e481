import { z } from 'zod'
import { newId } from '../ids.ts'
import { onStored, readStored, storageKeys, writeStored } from '../session/storage.ts'
import { levelsOf, type SoundUse, soundUses } from './levels.ts'
import { activeUses, onLevels } from './output.ts'
import { isRecordingPlaying, onRecordings } from './recordings-playing.ts'

/**
 * A call sounds in one tab only, another tab may read messages aloud, and a third one may listen for the wake word. The
 * tabs share which sounds play. Sounds of a high priority change the levels of all tabs; each tab has levels of its own
 * for everything else.
 */

/** Milliseconds between two notes of a tab, and for which the others believe one: the tab may have been closed. */
const NOTE_EVERY_MS = 2_000
const NOTE_VALID_MS = 5_000
/** Uses that do not change the levels of other tabs: the tab that reads is one of them. */
const OWN_USES: readonly SoundUse[] = ['speech', 'hint', 'playback', 'announcement']
/**
 * Uses with voices that the wake word ignores. The user can stop a message that is read aloud by voice
 * (decisions/0107).
 */
const VOICES: readonly SoundUse[] = ['announcement', 'call', 'radio', 'playback']

/** The note of each tab, by the id of the tab. */
const Notes = z.record(z.string(), z.object({ until: z.number(), uses: z.array(z.enum(soundUses)) }))

const tab = newId()

/** The valid notes of the other tabs. */
function notesElsewhere(): z.infer<typeof Notes> {
  const stored = readStored(storageKeys.soundingTabs)
  if (stored === null) return {}
  try {
    const notes = Object.entries(Notes.parse(JSON.parse(stored)))
    return Object.fromEntries(notes.filter(([id, { until }]) => id !== tab && until > Date.now()))
  } catch {
    return {}
  }
}

const usesElsewhere = (): readonly SoundUse[] => Object.values(notesElsewhere()).flatMap(({ uses }) => uses)

/** Returns the uses that sound in this tab. Recordings are elements of the page. */
const usesHere = (): readonly SoundUse[] => [...activeUses(), ...(isRecordingPlaying() ? ['playback' as const] : [])]

/** Whether a sound of this use may play, considering all tabs of this device. */
export function mayPlayNow(use: SoundUse): boolean {
  const elsewhere = usesElsewhere().filter((each) => !OWN_USES.includes(each))
  return levelsOf(new Set([...activeUses(), ...elsewhere]))[use] > 0
}

/**
 * Whether a tab of this device plays a voice that its microphone may pick up. Messages that are read aloud do not
 * count.
 */
export const isVoicePlaying = (): boolean => [...usesHere(), ...usesElsewhere()].some((use) => VOICES.includes(use))

/** Calls back when {@link isVoicePlaying} may have changed. @returns the function that unsubscribes */
export function onVoices(listener: () => void): () => void {
  const ends = [onMayPlay(listener), onRecordings(listener)]
  return () => {
    for (const end of ends) end()
  }
}

/** Calls back when {@link mayPlayNow} may have changed. @returns the function that unsubscribes */
export function onMayPlay(listener: () => void): () => void {
  const ends = [onLevels(listener), onStored(storageKeys.soundingTabs, listener)]
  const timer = setInterval(listener, NOTE_EVERY_MS) // a note may have expired
  return () => {
    clearInterval(timer)
    for (const end of ends) end()
  }
}

/** Reports to the other tabs what sounds in this one. @returns the function that ends it */
export function shareSounds(): () => void {
  let timer: ReturnType<typeof setInterval> | null = null
  const note = () => {
    const own = { until: Date.now() + NOTE_VALID_MS, uses: usesHere() }
    writeStored(storageKeys.soundingTabs, JSON.stringify({ ...notesElsewhere(), ...(own.uses.length > 0 && { [tab]: own }) }))
  }
  const end = () => {
    if (timer === null) return
    clearInterval(timer)
    timer = null
    note()
  }
  const update = () => {
    if (usesHere().length === 0) return end()
    note()
    timer ??= setInterval(update, NOTE_EVERY_MS) // a recording that was removed from the page reports no end
  }
  const ends = [onLevels(update), onRecordings(update)]
  update()
  return () => {
    for (const unsubscribe of ends) unsubscribe()
    end()
  }
}
