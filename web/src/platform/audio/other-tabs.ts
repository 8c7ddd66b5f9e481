import { z } from 'zod'
import { newId } from '../ids.ts'
import { onStored, readStored, storageKeys, writeStored } from '../storage.ts'
import { levelsOf, type SoundUse, soundUses } from './levels.ts'
import { activeUses, onLevels } from './output.ts'

/**
 * A call sounds in one tab only, and another tab may read messages aloud. The tabs share which sounds of a high priority play.
 * Each tab has levels of its own for everything else.
 */

/** Milliseconds between two notes of a tab, and for which the others believe one: the tab may have been closed. */
const NOTE_EVERY_MS = 2_000
const NOTE_VALID_MS = 5_000
/** Uses that are not shared: the tab that reads is one of them. */
const OWN_USES: readonly SoundUse[] = ['speech', 'playback', 'announcement']

const Note = z.object({ tab: z.string(), until: z.number(), uses: z.array(z.enum(soundUses)) })

const tab = newId()

function usesElsewhere(): readonly SoundUse[] {
  const stored = readStored(storageKeys.soundingTab)
  if (stored === null) return []
  try {
    const note = Note.parse(JSON.parse(stored))
    return note.tab !== tab && note.until > Date.now() ? note.uses : []
  } catch {
    return []
  }
}

/** Whether a sound of this use may play, considering all tabs of this device. */
export const mayPlayNow = (use: SoundUse): boolean => levelsOf(new Set([...activeUses(), ...usesElsewhere()]))[use] > 0

/** Calls back when {@link mayPlayNow} may have changed. @returns the function that unsubscribes */
export function onMayPlay(listener: () => void): () => void {
  const ends = [onLevels(listener), onStored(storageKeys.soundingTab, listener)]
  const timer = setInterval(listener, NOTE_EVERY_MS) // a note may have expired
  return () => {
    clearInterval(timer)
    for (const end of ends) end()
  }
}

/** Reports to the other tabs what sounds in this one. @returns the function that ends it */
export function shareSounds(): () => void {
  let timer: ReturnType<typeof setInterval> | null = null
  const shared = () => [...activeUses()].filter((use) => !OWN_USES.includes(use))
  const note = () =>
    writeStored(storageKeys.soundingTab, JSON.stringify({ tab, until: Date.now() + NOTE_VALID_MS, uses: shared() }))
  const end = () => {
    if (timer === null) return
    clearInterval(timer)
    timer = null
    note()
  }
  const update = () => {
    if (shared().length === 0) return end()
    note()
    timer ??= setInterval(note, NOTE_EVERY_MS)
  }
  const unsubscribe = onLevels(update)
  update()
  return () => {
    unsubscribe()
    end()
  }
}
