import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { OfflineError } from './http-errors.ts'
import { sendForm } from './transport.ts'
import { UPLOAD_STALL_MS } from './tuning.ts'

/** An upload whose way the test decides: XMLHttpRequest as far as it is used. */
class Upload extends EventTarget {
  static last: Upload
  readonly upload = new EventTarget()
  status = 0
  responseText = ''
  constructor() {
    super()
    Upload.last = this
  }
  open() {}
  setRequestHeader() {}
  send() {}
  ends(type: 'load' | 'error' | 'abort') {
    this.dispatchEvent(new Event(type))
    this.dispatchEvent(new Event('loadend'))
  }
  abort() {
    this.ends('abort')
  }
  moves(loaded: number) {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total: 100 }))
  }
}
const request = { method: 'POST', address: '/backend/api/messages/upload', headers: {} }

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('XMLHttpRequest', Upload)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('an upload of which nothing moves any more is not connected', async () => {
  const sent = expect(sendForm(request, new FormData())).rejects.toThrow(OfflineError)
  await vi.advanceTimersByTimeAsync(UPLOAD_STALL_MS)
  await sent
})

test('an upload may take as long as it moves', async () => {
  const progress = vi.fn<(percent: number) => void>()
  const sent = sendForm(request, new FormData(), progress)
  for (let percent = 10; percent <= 100; percent += 10) {
    await vi.advanceTimersByTimeAsync(UPLOAD_STALL_MS - 1)
    Upload.last.moves(percent)
  }
  await vi.advanceTimersByTimeAsync(UPLOAD_STALL_MS - 1)
  Object.assign(Upload.last, { status: 201, responseText: '{"id":1}' }).ends('load')
  expect(await sent).toEqual({ status: 201, json: { id: 1 } })
  expect(progress).toHaveBeenLastCalledWith(100)
  expect(vi.getTimerCount()).toBe(0)
})

test('an upload that its caller cancels is cancelled', async () => {
  const controller = new AbortController()
  const sent = expect(sendForm({ ...request, signal: controller.signal }, new FormData())).rejects.toMatchObject({
    name: 'AbortError',
  })
  controller.abort()
  await sent
})
