import { expect, test, vi } from 'vitest'
import { claimMicrophone, isMicrophoneUsed, onMicrophoneFree, onMicrophoneUsed } from './microphone.ts'

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

test('the wake word gives the microphone to every other use and learns when it is free again', () => {
  const onTaken = vi.fn()
  const onFree = vi.fn()
  const unsubscribe = onMicrophoneFree(onFree)
  claimMicrophone('wakeWord', onTaken)
  const release = claimMicrophone('recording', () => undefined)
  expect(onTaken).toHaveBeenCalledOnce()
  expect(claimMicrophone('wakeWord', onTaken)).toBeNull()
  expect(onFree).not.toHaveBeenCalled()
  release?.()
  expect(onFree).toHaveBeenCalledOnce()
  unsubscribe()
})

test('a call and a recording use the microphone, an idle radio and the wake word do not, and each change is notified', () => {
  const states: boolean[] = []
  const unsubscribe = onMicrophoneUsed(() => states.push(isMicrophoneUsed()))
  claimMicrophone('wakeWord', () => undefined)
  claimMicrophone('recording', () => undefined)
  claimMicrophone('radio', () => undefined)
  const release = claimMicrophone('call', () => undefined)
  release?.()
  unsubscribe()
  claimMicrophone('call', () => undefined)?.()
  expect(states).toEqual([false, true, false, true, false])
})

test('a recording takes the microphone of a radio that rests between two talks, and not the one of a talk', () => {
  const onTaken = vi.fn()
  let isResting = false
  claimMicrophone('radio', onTaken, () => isResting)
  expect(claimMicrophone('recording', () => undefined)).toBeNull()
  isResting = true
  expect(claimMicrophone('wakeWord', () => undefined)).toBeNull()
  expect(onTaken).not.toHaveBeenCalled()
  const release = claimMicrophone('recording', () => undefined)
  expect(onTaken).toHaveBeenCalledOnce()
  release?.()
})
