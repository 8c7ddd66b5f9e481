import { expect, test } from 'vitest'
import { pushPayloadKinds } from '@noroshi/contract/push/push.payload'
import { pushKinds } from './push-kinds.ts'

test('the service worker knows how to show or close each kind of push messages', () => {
  expect([...pushKinds.keys()].toSorted()).toEqual(pushPayloadKinds.toSorted())
})
