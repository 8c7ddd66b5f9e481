import 'fake-indexeddb/auto'
import { beforeEach, expect, test } from 'vitest'
import { deleteWorkerSession, readWorkerSession } from '../../../service-worker/stored-session.ts'
import { setLanguage } from '../language/i18n.ts'
import { clearSession, setAccessToken, setSessionUser } from './session.ts'
import { startWorkerSession, updateWorkerSession } from './worker-session.ts'

startWorkerSession()

beforeEach(async () => {
  clearSession()
  await setLanguage('en')
  await updateWorkerSession()
})

function signIn(token: string, userId: string) {
  setAccessToken(token)
  setSessionUser(token, userId)
}

test('a user signs in, and the service worker gets the token, the user and the language', async () => {
  signIn('token', 'aya')
  await expect.poll(readWorkerSession).toEqual({ token: 'token', userId: 'aya', language: 'en' })
  await setLanguage('ja')
  await expect.poll(readWorkerSession).toEqual({ token: 'token', userId: 'aya', language: 'ja' })
})

test('a session whose user is unknown is not stored, and the session of the former user is deleted', async () => {
  signIn('token', 'aya')
  await expect.poll(readWorkerSession).not.toBeNull()
  setAccessToken('next')
  await expect.poll(readWorkerSession).toBeNull()
})

test('a session ends, and its token is deleted', async () => {
  signIn('token', 'aya')
  await expect.poll(readWorkerSession).not.toBeNull()
  clearSession()
  await expect.poll(readWorkerSession).toBeNull()
})

test('a refused token is deleted, and a newer session stays', async () => {
  signIn('newer', 'aya')
  await updateWorkerSession()
  await deleteWorkerSession('older')
  expect(await readWorkerSession()).not.toBeNull()
  await deleteWorkerSession('newer')
  expect(await readWorkerSession()).toBeNull()
})
