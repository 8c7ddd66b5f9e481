import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { alertStore } from '../src/features/alerts/alert-store.ts'
import { messageEntity, messagingEntities } from '../src/features/messaging/messaging.entities.ts'
import type { AnyType } from '../src/platform/store/entity.ts'
import { earlyMessages, earlyTypes } from './early-types.ts'

const namesOf = (types: readonly AnyType[]) => types.flatMap(({ name, list }) => (list ? [] : name)).toSorted()

test('the start script reads the types of people and alerts, and for the paths of messages those of threads', () => {
  const start = namesOf(alertStore(new QueryClient()).types()) // as in app/start.ts
  expect(earlyTypes('/').toSorted()).toEqual(start)
  expect(earlyTypes('/feeds').toSorted()).toEqual(start)
  const withThreads = [...start, ...namesOf(messagingEntities)].toSorted()
  for (const path of ['/messages', '/messages/t1']) expect(earlyTypes(path).toSorted()).toEqual(withThreads)
})

test('the newest messages are read for the path of a thread only', () => {
  expect(earlyMessages('/messages/t1')).toEqual({ list: `${messageEntity.name}/t1`, count: 300 })
  for (const path of ['/messages', '/messages/', '/messages/t1/members', '/alerts/a1/messages/t1'])
    expect(earlyMessages(path)).toBeNull()
})
