import { useSyncExternalStore } from 'react'

/** An event that listeners subscribe to. `Args`: the arguments of the listeners. */
export interface Emitter<Args extends readonly unknown[]> {
  /** Calls all listeners, in the order in which they subscribed. */
  readonly emit: (...args: Args) => void
  /** @returns the function that unsubscribes */
  readonly subscribe: (listener: (...args: Args) => void) => () => void
}

/** The read-only view of an {@link Observable}. */
export interface ReadonlyObservable<Value> {
  readonly get: () => Value
  /** Calls back after each change. @returns the function that unsubscribes */
  readonly subscribe: (listener: () => void) => () => void
}

/** A value that components and modules share. */
export interface Observable<Value> extends ReadonlyObservable<Value> {
  /** Changes the value and notifies, unless it is the same by `Object.is`. */
  readonly set: (next: Value) => void
}

/** Creates an {@link Emitter}. Use it for events without a value to read. */
export function createEmitter<Args extends readonly unknown[] = []>(): Emitter<Args> {
  const listeners = new Set<(...args: Args) => void>()
  return {
    emit(...args) {
      for (const listener of listeners) listener(...args)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Creates an {@link Observable}. */
export function createObservable<Value>(initial: Value): Observable<Value> {
  let value = initial
  const { emit, subscribe } = createEmitter()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      emit()
    },
    subscribe,
  }
}

/**
 * Returns the value, or a part of it, and rerenders when it changes.
 * @param select returns the same object until its part of the value changes, as `useSyncExternalStore` requires
 */
export function useObservable<Value>(observable: ReadonlyObservable<Value>): Value
export function useObservable<Value, Part>(observable: ReadonlyObservable<Value>, select: (value: Value) => Part): Part
export function useObservable<Value, Part>({ subscribe, get }: ReadonlyObservable<Value>, select?: (value: Value) => Part) {
  const read = select ? () => select(get()) : get
  return useSyncExternalStore<Value | Part>(subscribe, read, read)
}
