import type { Socket } from 'socket.io-client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchConnection } from './connection-watch.ts'

const SECOND = 1_000

/** The listeners that are not removed. */
const added = new Set<string>()
const keyOf = (target: string, name: string) => `${target} ${name}`

/** A target that counts in {@link added}. */
class Target extends EventTarget {
  readonly #name: string
  constructor(name: string) {
    super()
    this.#name = name
  }
  override addEventListener(name: string, listener: EventListener) {
    added.add(keyOf(this.#name, name))
    super.addEventListener(name, listener)
  }
  override removeEventListener(name: string, listener: EventListener) {
    added.delete(keyOf(this.#name, name))
    super.removeEventListener(name, listener)
  }
}

let stop: () => void = () => undefined

/** A page whose socket is connected, and which a test makes silent. */
function openPage() {
  const page = Object.assign(new Target('document'), { visibilityState: 'visible' })
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', new Target('window'))
  vi.stubGlobal('navigator', { connection: new Target('network') })
  vi.stubGlobal('fetch', async () => new Response('{}'))
  const listeners = new Map<string, () => void>()
  const on = (name: string, listener: () => void) => void listeners.set(name, listener)
  const off = (name: string, listener: () => void) => void (listeners.get(name) === listener && listeners.delete(name))
  const sent: { readonly withinMs: number | null }[] = []
  const state = { isSilent: false, connected: false }
  const socket = {
    get connected() {
      return state.connected
    },
    io: { on, off, engine: { on, off } },
    on,
    off,
    emit(_name: string, payload: { withinMs: number | null }, acknowledge: () => void) {
      sent.push(payload)
      if (!state.isSilent) acknowledge()
    },
  }
  const [replace, wake] = [vi.fn<() => void>(), vi.fn<() => void>()]
  const watch = watchConnection(socket as unknown as Socket, { replace, wake })
  stop = () => {
    watch.stop()
    expect([...listeners.keys(), ...added]).toEqual([])
  }
  const connect = () => {
    state.connected = true
    listeners.get('open')?.()
    listeners.get('connect')?.()
  }
  connect()
  const hides = () => {
    page.visibilityState = 'hidden'
    page.dispatchEvent(new Event('visibilitychange'))
  }
  return { page, sent, state, replace, wake, watch, hides, packet: () => listeners.get('packet')?.() }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
})
afterEach(() => {
  stop()
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a visible page replaces a silent connection within 17 s, without any event', async () => {
  const { state, replace } = openPage()
  await vi.advanceTimersByTimeAsync(25 * SECOND) // while the server answers
  expect(replace).not.toHaveBeenCalled()
  state.isSilent = true
  await vi.advanceTimersByTimeAsync(17 * SECOND)
  expect(replace).toHaveBeenCalledOnce()
})

test.each(['online', 'pageshow', 'focus', 'visibilitychange', 'change'])(
  'after %s a page replaces a silent connection within 6 s, also if the event is repeated',
  async (name) => {
    const { state, page, replace } = openPage()
    const network = (navigator as unknown as { connection: EventTarget }).connection
    const target = name === 'visibilitychange' ? page : name === 'change' ? network : window
    await vi.advanceTimersByTimeAsync(2 * SECOND)
    state.isSilent = true
    for (let seconds = 0; seconds < 6; seconds += 1) {
      target.dispatchEvent(new Event(name))
      await vi.advanceTimersByTimeAsync(SECOND)
    }
    expect(replace).toHaveBeenCalledOnce()
  },
)

test('a page that gets the focus within a second after a packet replaces a connection that fell silent since', async () => {
  const { state, replace, packet } = openPage()
  await vi.advanceTimersByTimeAsync(2 * SECOND)
  packet()
  state.isSilent = true
  window.dispatchEvent(new Event('focus'))
  await vi.advanceTimersByTimeAsync(6 * SECOND)
  expect(replace).toHaveBeenCalledOnce()
})

test('any packet is an answer', async () => {
  const { state, replace, packet } = openPage()
  state.isSilent = true
  const timer = setInterval(packet, 3 * SECOND)
  for (let seconds = 0; seconds < 60; seconds += 3) {
    await vi.advanceTimersByTimeAsync(3 * SECOND)
    packet()
  }
  clearInterval(timer)
  expect(replace).not.toHaveBeenCalled()
})

test('a page that was busy for longer than the time limit waits once more for the answer', async () => {
  const { state, replace, packet } = openPage()
  state.isSilent = true
  window.dispatchEvent(new Event('online'))
  vi.setSystemTime(Date.now() + 60 * SECOND)
  vi.spyOn(performance, 'now').mockReturnValue(60 * SECOND)
  await vi.advanceTimersByTimeAsync(5 * SECOND)
  expect(replace).not.toHaveBeenCalled()
  packet()
  await vi.advanceTimersByTimeAsync(3 * SECOND)
  expect(replace).not.toHaveBeenCalled()
})

test('a hidden page announces no check and sends none, and checks at once when it is shown', async () => {
  const { page, sent, hides } = openPage()
  hides()
  expect(sent.at(-1)).toEqual({ withinMs: null })
  const count = sent.length
  await vi.advanceTimersByTimeAsync(300 * SECOND)
  expect(sent.length).toBe(count)
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  expect(sent.slice(count)).toEqual([{ withinMs: 8 * SECOND }])
})

test('the stand-by screen checks less often', async () => {
  const { sent, watch } = openPage()
  watch.setInterval(20 * SECOND)
  const count = sent.length
  await vi.advanceTimersByTimeAsync(60 * SECOND)
  expect(sent.slice(count)).toEqual(Array.from({ length: 3 }, () => ({ withinMs: 20 * SECOND })))
})

test('an event of the network wakes a page that is not connected, and the timer does not', async () => {
  const { state, wake } = openPage()
  state.connected = false
  await vi.advanceTimersByTimeAsync(60 * SECOND)
  expect(wake).not.toHaveBeenCalled()
  window.dispatchEvent(new Event('online'))
  expect(wake).toHaveBeenCalledOnce()
})

test('a device that slept without an event asks at once, and replaces a silent connection within 10 s', async () => {
  const { state, sent, replace } = openPage()
  await vi.advanceTimersByTimeAsync(3 * SECOND)
  const before = sent.length
  state.isSilent = true
  vi.setSystemTime(Date.now() + 60 * SECOND) // timers stood still
  await vi.advanceTimersByTimeAsync(2 * SECOND)
  expect(sent.length).toBe(before + 1)
  await vi.advanceTimersByTimeAsync(6 * SECOND)
  expect(replace).toHaveBeenCalledOnce()
})
