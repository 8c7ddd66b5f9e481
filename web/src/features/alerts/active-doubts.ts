import type { QueryClient } from '@tanstack/react-query'

/**
 * Whether the kept list of active alerts may lack some, or hold some that are gone. By count, since it can be called in
 * question again while it is read; apart from React Query's `isInvalidated`, which each event sets back.
 */
interface Doubts {
  asked: number
  answered: number
}

const doubts = new WeakMap<QueryClient, Doubts>()

function doubtsIn(cache: QueryClient): Doubts {
  const known = doubts.get(cache) ?? { asked: 1, answered: 0 }
  doubts.set(cache, known)
  return known
}

/** From now on only a reading to the end that begins later makes the list whole. */
export const callInQuestion = (cache: QueryClient) => void doubtsIn(cache).asked++

export const isInQuestion = (cache: QueryClient): boolean => doubtsIn(cache).asked !== doubtsIn(cache).answered

/** What a reading that begins now answers, once it has come to the end. */
export function beginAnswer(cache: QueryClient): () => void {
  const known = doubtsIn(cache)
  const { asked } = known
  return () => {
    known.answered = asked
  }
}
