import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { fakeStorage } from './device.fake.ts'
import { ApiError, OfflineError } from './http-errors.ts'
import { call, onUnauthorized } from './http.ts'
import { setLanguage } from './i18n.ts'
import { newId } from './ids.ts'
import { accessToken, onAccessToken, setAccessToken } from './session.ts'
import { socket } from './socket.ts'

fakeStorage()
const unit = vi.fn<typeof fetch>()
beforeEach(() => {
  vi.stubGlobal('fetch', unit)
  setLanguage('ja')
})
afterEach(() => unit.mockReset())

const answers = (status: number, body: string) => unit.mockResolvedValue(new Response(body, { status }))
const asked = () => {
  const [address, init] = unit.mock.calls[0] ?? []
  return { address, headers: new Headers(init?.headers), body: init?.body }
}

test('a request goes to the route’s address, in the reader’s language, as the person who is signed in', async () => {
  answers(200, '{"items":[],"nextCursor":null}')
  setAccessToken('token-1')
  await call(alertRoutes.list, { query: { status: 'active' } })
  const { address, headers } = asked()
  expect(address).toBe('/backend/api/alerts?status=active')
  expect(headers.get('authorization')).toBe('Bearer token-1')
  expect(headers.get('accept-language')).toBe('ja')
})

test('parameters stand in the path, and an alert’s token in its header', async () => {
  answers(200, '{}')
  const id = newId()
  await call(alertRoutes.get, { params: { id }, alertToken: 'of-this-alert' })
  expect(asked().address).toBe(`/backend/api/alerts/${id}`)
  expect(asked().headers.get('x-alert-token')).toBe('of-this-alert')
})

test('a refusal carries the unit’s own words and issues', async () => {
  answers(409, '{"code":"auth.emailTaken","message":"taken","issues":[{"path":"email","message":"taken"}]}')
  const refused = call(accountRoutes.me)
  await expect(refused).rejects.toThrow(ApiError)
  await expect(refused).rejects.toMatchObject({ status: 409, code: 'auth.emailTaken', issues: [{ path: 'email' }] })
})

test('a unit that is not there, or something else that answers for it, is no refusal', async () => {
  unit.mockRejectedValue(new TypeError('Failed to fetch'))
  await expect(call(accountRoutes.unit)).rejects.toThrow(OfflineError)
  answers(200, '<html>Please accept the terms of this Wi-Fi</html>')
  await expect(call(accountRoutes.unit)).rejects.toThrow(OfflineError)
})

test('a 401 ends the session that was refused, never one that began meanwhile', async () => {
  const [over, told] = [vi.fn(), vi.spyOn(socket, 'emit').mockReturnValue(socket)]
  socket.connected = true
  const stop = onAccessToken(() => accessToken() === null && over())
  onUnauthorized(over)
  const refusal = '{"code":"unauthorized","message":"","issues":[]}'
  setAccessToken('old')
  answers(401, refusal)
  await expect(call(accountRoutes.me)).rejects.toThrow(ApiError)
  expect(accessToken()).toBeNull()
  expect(over).toHaveBeenCalledTimes(1)
  expect(told).toHaveBeenCalledTimes(1)

  setAccessToken('old')
  unit.mockImplementation(() => {
    setAccessToken('new')
    return Promise.resolve(new Response(refusal, { status: 401 }))
  })
  await expect(call(accountRoutes.me)).rejects.toThrow(ApiError)
  expect(accessToken()).toBe('new')
  expect(over).toHaveBeenCalledTimes(1)
  expect(told).toHaveBeenCalledTimes(1)

  setAccessToken(null)
  over.mockClear()
  answers(401, refusal)
  await expect(call(accountRoutes.me)).rejects.toThrow(ApiError)
  expect(over).toHaveBeenCalledTimes(1)
  stop()
  socket.connected = false
  told.mockRestore()
})
