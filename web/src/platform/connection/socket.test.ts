import { afterEach, expect, test, vi } from 'vitest'
import { joinOwnRoom, socket } from './socket.ts'

const userId = '01990001-0000-7000-8000-000000000001'
const joinCall = ['users:join_room', { userId }, expect.any(Function)]

/** Calls the listeners of a connection, as Socket.IO does. */
const reconnect = () => {
  for (const listener of socket.listeners('connect')) listener()
}

afterEach(() => {
  socket.connected = false
  vi.restoreAllMocks()
})

test('a signed-in user joins their own room after each connection, until they leave', () => {
  const emit = vi.spyOn(socket, 'emit').mockReturnValue(socket)
  const stop = joinOwnRoom(userId)
  expect(emit).not.toHaveBeenCalled()
  reconnect()
  reconnect()
  expect(emit.mock.calls).toEqual([joinCall, joinCall])
  stop()
  reconnect()
  expect(emit).toHaveBeenCalledTimes(2)
})

test('a user that signs in on an open connection joins their own room at once', () => {
  const emit = vi.spyOn(socket, 'emit').mockReturnValue(socket)
  socket.connected = true
  const stop = joinOwnRoom(userId)
  expect(emit.mock.calls).toEqual([joinCall])
  stop()
})
