import { accessToken } from '../session/session.ts'
import { socket } from './socket.ts'
import { readStored, storageKeys, writeStored } from '../session/storage.ts'

/** Milliseconds between two records while the page is connected. A killed page does not record its disconnection. */
const RECORD_MS = 60_000

/** Records the time of the connection. Without a connection, it is the age of the shown data. */
export function recordConnection() {
  const record = () => {
    if (accessToken() !== null) writeStored(storageKeys.connectedAt, String(Date.now()))
  }
  socket.on('connect', record)
  socket.on('disconnect', record)
  setInterval(() => {
    if (socket.connected) record()
  }, RECORD_MS)
}

/** Returns the time at which this device was last connected with the session; null if it never was. */
export function connectedAt(): Date | null {
  const stored = Number(readStored(storageKeys.connectedAt) ?? Number.NaN)
  return Number.isFinite(stored) ? new Date(stored) : null
}
