import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import type { EventPayload } from '@noroshi/contract/realtime'
import type { SpokenType } from '@noroshi/contract/speech/speech-service'
import { shareSounds } from '../../../platform/audio/other-tabs.ts'
import { onSoundState, soundState } from '../../../platform/audio/output.ts'
import { decodeSpoken, playSpoken, type SpokenSound } from '../../../platform/audio/spoken-sound.ts'
import { call } from '../../../platform/connection/http.ts'
import { withLock } from '../../../platform/outbox/locks.ts'
import { createObservable, useObservable } from '../../../platform/observable.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { onStored, readStored, storageKeys, writeStored } from '../../../platform/session/storage.ts'
import { markStarted, hasStarted } from './started-readings.ts'
import { enqueue, isTooOld, type ReadingRequest, type Spoken, stillWaiting } from './reading-queue.ts'

/**
 * Reads messages aloud, one after the other. All tabs of this device receive them; a tab in which the browser allows
 * sound reads, with a lock until nothing waits. The others show what it reads and can stop it. Messages that the user
 * asked for wait in one tab only.
 */

const VOLUME_DEFAULT = 0.9
/** Milliseconds that a radio message waits, in which a tab with live sound reports that the user has heard it. */
const RADIO_DELAY_MS = 700
/**
 * Milliseconds between two notes about what is read, and for which the other tabs believe one: the tab may have been
 * closed.
 */
const NOTE_EVERY_MS = 2_000
const NOTE_VALID_MS = 5_000

const Now = z.object({ name: z.string(), until: z.number() })
/** Whose message a tab of this device reads. It is valid until this time of the device's clock. */
type Now = z.infer<typeof Now>

const queue = createObservable<readonly Spoken[]>([])
/** The message that this tab reads now, and its sound as soon as it plays. */
let current: Spoken | null = null
let sound: SpokenSound | null = null
let isRunning = false

const removeStale = () => queue.set(stillWaiting(queue.get(), performance.now(), hasStarted))

export function readAloudVolume(): number {
  const stored = Number(readStored(storageKeys.readAloudVolume) ?? VOLUME_DEFAULT)
  return stored >= 0 && stored <= 1 ? stored : VOLUME_DEFAULT
}
export const setReadAloudVolume = (volume: number) => writeStored(storageKeys.readAloudVolume, String(volume))
export const useReadAloudVolume = (): number =>
  useSyncExternalStore((listener) => onStored(storageKeys.readAloudVolume, listener), readAloudVolume)

/** Adds a message of a thread that is read aloud. */
export function readAloud({ audio, ...message }: EventPayload<'message:text-to-speech'>) {
  removeStale()
  if (!hasStarted(message.id)) add({ message, audio, at: performance.now(), request: null })
}

/** Adds a message that the user asked for, unless it is being read. */
export function readOnRequest(message: Spoken['message'], request: ReadingRequest) {
  if (current?.message.id !== message.id) add({ message, audio: null, at: performance.now(), request })
}

function add(spoken: Spoken) {
  queue.set(enqueue(queue.get(), spoken))
  start()
}

/** Reads what waits as soon as no other tab reads and sound is allowed. */
function start() {
  if (isRunning || queue.get().length === 0 || soundState() !== 'ready') return
  isRunning = true
  void withLock('read-aloud', readAll).finally(() => {
    isRunning = false
    start() // a message may have arrived meanwhile
  })
}

async function readAll() {
  try {
    for (let next = take(); next; next = take()) await read(next)
  } finally {
    writeStored(storageKeys.readAloudNow, null)
  }
}

function take(): Spoken | undefined {
  removeStale()
  return queue.get()[0]
}

async function read(spoken: Spoken) {
  const { message } = spoken
  const wait = message.messageType === 'asrChat' ? RADIO_DELAY_MS - (performance.now() - spoken.at) : 0
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
  if (!queue.get().includes(spoken)) return // it was stopped, or another tab has begun it
  const isFirst = markStarted(message.id)
  queue.set(queue.get().filter((one) => one !== spoken))
  if (!isFirst && spoken.request === null) return
  current = spoken
  const buffer = await bufferOf(spoken)
  if (buffer && current === spoken) await play(spoken, buffer)
  if (buffer && current === spoken) spoken.request?.onRead()
  current = null
}

async function play(spoken: Spoken, buffer: AudioBuffer) {
  const note = () => {
    // It has waited, for example during a call.
    if (sound && !sound.isPlaying() && isTooOld(spoken, performance.now())) return stopCurrent()
    const now: Now = { name: nameOf(spoken.message.sender), until: Date.now() + NOTE_VALID_MS }
    writeStored(storageKeys.readAloudNow, JSON.stringify(now))
  }
  note()
  const timer = setInterval(note, NOTE_EVERY_MS)
  sound = playSpoken('speech', buffer, readAloudVolume())
  await sound.done
  sound = null
  clearInterval(timer)
}

function stopCurrent() {
  current = null
  sound?.stop()
}

/** Decodes a message. Older versions of Safari know no WebM: they get samples. */
async function bufferOf({ message: { id }, audio, request }: Spoken): Promise<AudioBuffer | null> {
  const fetchAs = async (mimeType: SpokenType) =>
    decodeSpoken((await call(messageRoutes.speakMessage, { params: { id }, query: { mimeType } })).audio)
  try {
    const decoded = audio === null ? await fetchAs('audio/webm') : await decodeSpoken(audio)
    return decoded ?? (await fetchAs('audio/wav'))
  } catch (error) {
    request?.onFailed(error)
    return null // the message is on the screen
  }
}

/** Stops reading in all tabs and clears the queue. */
export function stopReading() {
  writeStored(storageKeys.readAloudStop, String(Date.now()))
}

function stopHere() {
  for (const { message } of queue.get()) markStarted(message.id)
  queue.set([])
  stopCurrent()
}

/** Stops reading a thread, whose reading aloud was turned off. */
export function stopReadingThread(threadId: string) {
  for (const { message } of queue.get()) if (message.MessageThreadId === threadId) markStarted(message.id)
  removeStale()
  if (current?.message.MessageThreadId === threadId) stopCurrent()
}

/** Starts to follow the other tabs. @returns the function that stops reading and ends it */
export function startReader(): () => void {
  const unsubscribe = [
    shareSounds(),
    onStored(storageKeys.readAloudStop, stopHere),
    onStored(storageKeys.readAloudBegun, removeStale),
    onStored(storageKeys.readAloudVolume, () => sound?.setVolume(readAloudVolume())),
    onSoundState(start),
  ]
  return () => {
    for (const end of unsubscribe) end()
    stopHere()
  }
}

let parsed: { readonly stored: string | null; readonly now: Now | null } = { stored: null, now: null }

/** Returns what a tab of this device reads now. The same object until it changes. */
function readNow(): Now | null {
  const stored = readStored(storageKeys.readAloudNow)
  if (stored !== parsed.stored) parsed = { stored, now: stored === null ? null : (Now.safeParse(json(stored)).data ?? null) }
  return parsed.now
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The message that any tab reads now. The caller checks `until`. */
export const useNowRead = (): Now | null =>
  useSyncExternalStore((listener) => onStored(storageKeys.readAloudNow, listener), readNow)

/** Number of messages that wait to be read. */
export const useWaitingToRead = (): number => useObservable(queue, ({ length }) => length)
