import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createEmitter } from '../../../platform/observable.ts'
import { aRadioChat, aFloor, me, threadId } from '../testing/fake-radio.ts'
import { RadioRoom } from './radio-room.ts'
import type { TalkerOptions, TalkOptions } from './talk.ts'

// The talker, the sound and the connection are replaced; the room is the real one.

const talks = vi.hoisted(() => ({ log: [] as string[] }))
vi.mock('./talker.ts', () => ({
  Talker: class {
    readonly #options: TalkerOptions
    constructor(options: TalkerOptions) {
      this.#options = options
    }
    press({ isLocked }: TalkOptions) {
      talks.log.push('press')
      this.#options.onView({ state: 'onAir', position: null, isLocked })
    }
    release = () => this.#end('release')
    endForAlarm() {
      this.#end('alarm')
      this.#options.onNotice({ kind: 'alarm' })
    }
    #end(reason: string) {
      talks.log.push(reason)
      this.#options.onView({ state: 'idle', position: null, isLocked: false })
    }
    setFloor = () => undefined
    disconnect = () => undefined
    close = () => undefined
  },
}))
vi.mock('./receiver.ts', () => ({
  Receiver: class {
    setFloor = () => undefined
    close = () => undefined
  },
}))
const sound = vi.hoisted(() => ({ isAlarm: false }))
vi.mock('../../../platform/audio/output.ts', () => ({
  isSounding: () => sound.isAlarm,
  onLevels: (listener: () => void) => levels.subscribe(listener),
}))
vi.mock('../../../platform/connection/live.ts', () => ({ onEvent: () => () => undefined }))
vi.mock('../../../platform/connection/socket.ts', () => ({
  command: async () => ({ ok: true, reply: { radioChat: aRadioChat(), floor: aFloor(1, null) } }),
  onConnected: (connected: () => void) => {
    connected()
    return () => undefined
  },
}))
const levels = createEmitter()

/** Starts or ends the sound of the alarm. */
function alarm(isOn: boolean) {
  sound.isAlarm = isOn
  levels.emit()
}

async function openRoom() {
  const room = new RadioRoom({ threadId, myId: me, onJoined: () => undefined, onRefused: () => undefined })
  room.open()
  await vi.advanceTimersByTimeAsync(0)
  expect(room.view.get().isJoined).toBe(true)
  return room
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', new EventTarget())
})
afterEach(() => {
  sound.isAlarm = false
  talks.log.length = 0
  vi.useRealTimers()
})

const stateOf = ({ view }: RadioRoom) => {
  const { state, isInterrupted, notice } = view.get()
  return { state, isInterrupted, notice: notice?.kind ?? null }
}

test('an alarm asks a user who talks without holding, and the talk goes on if they want', async () => {
  const room = await openRoom()
  room.toggle()
  alarm(true)
  expect(stateOf(room)).toEqual({ state: 'onAir', isInterrupted: true, notice: null })
  room.answerInterruption(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(stateOf(room)).toEqual({ state: 'onAir', isInterrupted: false, notice: null })
  alarm(false)
  alarm(true)
  expect(stateOf(room).isInterrupted).toBe(true)
})

test('a talk ends if the user chooses it or does not answer for 10 s, and a notice says that its part is kept', async () => {
  for (const end of [(room: RadioRoom) => room.answerInterruption(false), () => vi.advanceTimersByTime(10_000)]) {
    const room = await openRoom()
    room.toggle()
    alarm(true)
    vi.advanceTimersByTime(9_000)
    expect(stateOf(room).state).toBe('onAir')
    end(room)
    expect(stateOf(room)).toEqual({ state: 'idle', isInterrupted: false, notice: 'alarm' })
    room.closeNotice()
    expect(stateOf(room).notice).toBeNull()
    alarm(false)
  }
})

test('an alarm neither ends nor questions a talk that the user holds, which ends when they let go', async () => {
  const room = await openRoom()
  room.hold()
  alarm(true)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(stateOf(room)).toEqual({ state: 'onAir', isInterrupted: false, notice: null })
  room.hold() // the space bar, while the button is held
  room.letGo()
  room.letGo()
  expect(talks.log).toEqual(['press', 'release'])
})

test('a talk that ends by itself during the question is not ended a second time', async () => {
  const room = await openRoom()
  room.toggle()
  alarm(true)
  room.release()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(stateOf(room)).toEqual({ state: 'idle', isInterrupted: false, notice: null })
  expect(talks.log).toEqual(['press', 'release'])
})
