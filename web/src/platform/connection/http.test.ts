import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { fakeStorage } from '../device/device.fake.ts'
import { ApiError, OfflineError } from './http-errors.ts'
import { call, onUnauthorized } from './http.ts'
import { setLanguage } from '../language/i18n.ts'
import { newId } from '../ids.ts'
import { accessToken, endSession, onAccessToken, setAccessToken } from '../session/session.ts'
import { socket } from './socket.ts'

fakeStorage()
const server = vi.fn<typeof fetch>()
beforeEach(async () => {
  vi.stubGlobal('fetch', server)
  await setLanguage('ja')
})
afterEach(() => server.mockReset())

const mockReply = (status: number, body: string) => server.mockResolvedValue(new Response(body, { status }))
const sentRequest = () => {
  const [address, init] = server.mock.calls[0] ?? []
  return { address, headers: new Headers(init?.headers), body: init?.body }
}

test('a request has the address of its route, the language and the token of the user', async () => {
  mockReply(200, '{"items":[],"nextCursor":null}')
  setAccessToken('token-1')
  await call(alertRoutes.list, { query: { status: 'active' } })
  const { address, headers } = sentRequest()
  expect(address).toBe('/backend/api/alerts?status=active')
  expect(headers.get('authorization')).toBe('Bearer token-1')
  expect(headers.get('accept-language')).toBe('ja')
})

test('a request has its parameters in the path and an alert token in its header', async () => {
  mockReply(200, '{}')
  const id = newId()
  await call(alertRoutes.get, { params: { id }, alertToken: 'of-this-alert' })
  expect(sentRequest().address).toBe(`/backend/api/alerts/${id}`)
  expect(sentRequest().headers.get('x-alert-token')).toBe('of-this-alert')
})

test('an error reply becomes an ApiError with its code and issues', async () => {
  mockReply(409, '{"code":"auth.emailTaken","message":"taken","issues":[{"path":"email","message":"taken"}]}')
  const refused = call(accountRoutes.me)
  await expect(refused).rejects.toThrow(ApiError)
  await expect(refused).rejects.toMatchObject({ status: 409, code: 'auth.emailTaken', issues: [{ path: 'email' }] })
})

test('an unreachable server and a reply of a captive portal become an OfflineError', async () => {
  server.mockRejectedValue(new TypeError('Failed to fetch'))
  await expect(call(accountRoutes.unit)).rejects.toThrow(OfflineError)
  mockReply(200, '<html>Please accept the terms of this Wi-Fi</html>')
  await expect(call(accountRoutes.unit)).rejects.toThrow(OfflineError)
})

test('a 401 of a proxy does not end the session', async () => {
  setAccessToken('token')
  mockReply(401, '<html>Authorization required</html>')
  await expect(call(accountRoutes.me)).rejects.toThrow(OfflineError)
  expect(accessToken()).toBe('token')
})

test('a 401 ends the refused session but not one that started meanwhile', async () => {
  const [sessionEnded, emit] = [vi.fn(), vi.spyOn(socket, 'emit').mockReturnValue(socket)]
  socket.connected = true
  const stop = onAccessToken(() => accessToken() === null && sessionEnded())
  onUnauthorized(sessionEnded)
  const refusal = '{"code":"unauthorized","message":"","issues":[]}'
  setAccessToken('old')
  mockReply(401, refusal)
  await expect(call(accountRoutes.me)).rejects.toThrow(ApiError)
  expect(accessToken()).toBeNull()
  expect(sessionEnded).toHaveBeenCalledTimes(1)
  expect(emit.mock.calls).toEqual([['users:unauthorized', expect.any(Function)]])

  setAccessToken('old')
  server.mockImplementation(() => {
    setAccessToken('new')
    return Promise.resolve(new Response(refusal, { status: 401 }))
  })
  await expect(call(accountRoutes.me)).rejects.toThrow(ApiError)
  expect(accessToken()).toBe('new')
  expect(sessionEnded).toHaveBeenCalledTimes(1)
  expect(emit).toHaveBeenCalledTimes(1)

  endSession()
  sessionEnded.mockClear()
  mockReply(401, refusal)
  await expect(call(accountRoutes.me)).rejects.toThrow(ApiError)
  expect(sessionEnded).toHaveBeenCalledTimes(1)
  expect(emit).toHaveBeenCalledTimes(1) // the socket of a visitor has no session to end
  stop()
  socket.connected = false
  emit.mockRestore()
})
