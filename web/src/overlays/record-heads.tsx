import { keepHeads } from '../features/record/stored-heads.ts'
import { recordLive } from '../features/record/record.live.ts'
import { addLive, useEvent } from '../platform/connection/live.ts'

addLive(recordLive)

/** Keeps the signed states of records on the devices of administrators. It renders nothing. */
export function RecordHeads() {
  useEvent('record:heads', ({ heads }) => void keepHeads(heads).catch(() => undefined)) // without IndexedDB nothing is kept
  return null
}
