import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { OfflineError } from './http-errors.ts'
import { sendForm } from './transport.ts'
import { UPLOAD_STALL_MS } from '../tuning.ts'

/** A fake XMLHttpRequest whose events the test dispatches. */
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
  end(type: 'load' | 'error' | 'abort') {
    this.dispatchEvent(new Event(type))
    this.dispatchEvent(new Event('loadend'))
  }
  abort() {
    this.end('abort')
  }
  progress(loaded: number) {
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

test('an upload without progress fails as offline', async () => {
  const sent = expect(sendForm(request, new FormData())).rejects.toThrow(OfflineError)
  await vi.advanceTimersByTimeAsync(UPLOAD_STALL_MS)
  await sent
})

test('an upload with progress has no time limit', async () => {
  const progress = vi.fn<(percent: number) => void>()
  const sent = sendForm(request, new FormData(), progress)
  for (let percent = 10; percent <= 100; percent += 10) {
    await vi.advanceTimersByTimeAsync(UPLOAD_STALL_MS - 1)
    Upload.last.progress(percent)
  }
  await vi.advanceTimersByTimeAsync(UPLOAD_STALL_MS - 1)
  Object.assign(Upload.last, { status: 201, responseText: '{"id":1}' }).end('load')
  expect(await sent).toEqual({ status: 201, json: { id: 1 } })
  expect(progress).toHaveBeenLastCalledWith(100)
  expect(vi.getTimerCount()).toBe(0)
})

test('an upload that the caller aborts rejects with AbortError', async () => {
  const controller = new AbortController()
  const sent = expect(sendForm({ ...request, signal: controller.signal }, new FormData())).rejects.toMatchObject({
    name: 'AbortError',
  })
  controller.abort()
  await sent
})
