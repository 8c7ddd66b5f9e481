import { expect, test, vi } from 'vitest'
import { claimMicrophone } from './microphone.ts'

test('a call takes the microphone from a recording; the recording is notified and cannot take it back', () => {
  const onTaken = vi.fn()
  const releaseRecording = claimMicrophone('recording', onTaken)
  expect(releaseRecording).not.toBeNull()
  const releaseCall = claimMicrophone('call', () => undefined)
  expect(onTaken).toHaveBeenCalledOnce()
  expect(claimMicrophone('recording', () => undefined)).toBeNull()
  releaseRecording?.() // releases nothing: the call owns the microphone
  expect(claimMicrophone('radio', () => undefined)).toBeNull()
  releaseCall?.()
  const again = claimMicrophone('recording', () => undefined)
  expect(again).not.toBeNull()
  again?.()
})
