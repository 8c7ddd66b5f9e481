import type { HitThresholds } from '@noroshi/contract/wake-word/detector'

/** A message from the page to the worker. Samples are at 48 kHz. */
export type WorkerRequest =
  | { readonly kind: 'weights'; readonly first: ArrayBuffer; readonly second: ArrayBuffer }
  /** Begins with the next frame. */
  | { readonly kind: 'listen'; readonly thresholds: HitThresholds }
  | { readonly kind: 'frame'; readonly samples: Float32Array<ArrayBuffer> }
  /** Asks for the probability that a recording contains the wake word. */
  | { readonly kind: 'recording'; readonly samples: Float32Array<ArrayBuffer> }

export type WorkerReply = { readonly kind: 'hit' } | { readonly kind: 'probability'; readonly probability: number }
