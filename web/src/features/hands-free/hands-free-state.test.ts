import { expect, test } from 'vitest'
import { isHandsFreePath } from './hands-free-state.ts'

test.each([
  ['/', true],
  ['/messages/1', true],
  ['/calls', true],
  ['/asr-chat/1', false],
  ['/ASR-Chat/1/history', false],
  ['/call/1', false],
  ['/Group-Call/1', false],
] as const)('hands-free mode at %s: %s', (path, isAllowed) => expect(isHandsFreePath(path)).toBe(isAllowed))
