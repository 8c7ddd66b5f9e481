import { expect, test, vi } from 'vitest'
import { createEmitter, createObservable } from './observable.ts'

test('an observable notifies its listeners after a change and not when the value stays the same', () => {
  const observable = createObservable<string | null>(null)
  const seen: unknown[] = []
  observable.subscribe(() => seen.push(observable.get()))
  observable.set('a')
  observable.set('a')
  observable.set(null)
  expect(seen).toEqual(['a', null])
})

test('a listener that unsubscribes while it is called is called once, and the others are still called', () => {
  const { emit, subscribe } = createEmitter<[count: number]>()
  const first = vi.fn<(count: number) => void>(() => stop())
  const second = vi.fn<(count: number) => void>()
  const stop = subscribe(first)
  subscribe(second)
  emit(1)
  emit(2)
  expect(first.mock.calls).toEqual([[1]])
  expect(second.mock.calls).toEqual([[1], [2]])
})
