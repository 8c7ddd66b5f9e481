import { assign, fromCallback, sendTo, setup } from 'xstate'

/** Milliseconds of one chunk (specification, section 9). */
export const CHUNK_MS = 1_000

export interface RecorderInput {
  readonly stream: MediaStream
  /** A type that this browser records. */
  readonly mimeType: string
  readonly videoBitsPerSecond?: number | undefined
}

type CaptureEvent = { type: 'FINISH' }
type RecorderEvent =
  | ({ type: 'START' } & RecorderInput)
  | { type: 'CHUNK'; chunk: Blob }
  | { type: 'STOP' }
  | { type: 'ENDED'; mimeType: string }
  | { type: 'FAILED' }
  | { type: 'DISCARD' }

interface RecorderContext {
  /** Bytes that the finished recording may have. */
  readonly maxBytes: number
  input: RecorderInput | null
  chunks: Blob[]
  bytes: number
  /** Of the largest chunk so far: what the next one may cost. */
  largest: number
  /** The limit ended it, not the person. */
  wasCut: boolean
  hasFailed: boolean
  recording: Blob | null
}

/** The browser's recorder; it answers FINISH with its last chunk and ENDED. */
const capture = fromCallback<CaptureEvent, RecorderInput, { type: 'never' }>(({ input, receive, sendBack }) => {
  const send: (event: RecorderEvent) => void = sendBack
  let recorder: MediaRecorder
  try {
    const { videoBitsPerSecond, mimeType } = input
    recorder = new MediaRecorder(input.stream, { mimeType, ...(videoBitsPerSecond !== undefined && { videoBitsPerSecond }) })
    recorder.ondataavailable = ({ data }) => send({ type: 'CHUNK', chunk: data })
    recorder.onstop = () => send({ type: 'ENDED', mimeType: recorder.mimeType || mimeType })
    recorder.onerror = () => send({ type: 'FAILED' })
    recorder.start(CHUNK_MS)
  } catch {
    send({ type: 'FAILED' }) // the screen says so; there is nothing to release here
    return
  }
  receive(() => {
    if (recorder.state !== 'inactive') recorder.stop()
  })
  return () => {
    recorder.ondataavailable = null
    recorder.onstop = null
    if (recorder.state !== 'inactive') recorder.stop()
  }
})

const nothing = { chunks: [], bytes: 0, largest: 0, wasCut: false, hasFailed: false, recording: null, input: null }

/** idle -> recording -> stopped (look at it, then send or discard). Specification, section 4. */
export const recorderMachine = setup({
  types: {
    context: {} as RecorderContext,
    events: {} as RecorderEvent,
    input: {} as { maxBytes: number },
  },
  actors: { capture },
  actions: {
    keep: assign(({ context, event }) => {
      if (event.type !== 'CHUNK') return {}
      const { size } = event.chunk
      return {
        chunks: [...context.chunks, event.chunk],
        bytes: context.bytes + size,
        largest: Math.max(context.largest, size),
      }
    }),
    join: assign(({ context, event }) =>
      event.type === 'ENDED' ? { recording: new Blob(context.chunks, { type: event.mimeType }), chunks: [] } : {},
    ),
    forget: assign(nothing),
    finish: sendTo('capture', { type: 'FINISH' }),
  },
  guards: {
    hasContent: ({ event }) => event.type === 'CHUNK' && event.chunk.size > 0,
    /** One more chunk like the largest, and the last one that stopping brings, must still fit. */
    isNearLimit: ({ context }) => context.bytes + 2 * context.largest > context.maxBytes,
    isEmpty: ({ context }) => context.bytes === 0,
  },
}).createMachine({
  id: 'recorder',
  context: ({ input }) => ({ ...nothing, maxBytes: input.maxBytes }),
  initial: 'idle',
  states: {
    idle: {
      on: {
        START: {
          target: 'recording',
          actions: assign(({ event: { stream, mimeType, videoBitsPerSecond } }) => ({
            ...nothing,
            input: { stream, mimeType, videoBitsPerSecond },
          })),
        },
      },
    },
    recording: {
      invoke: {
        id: 'capture',
        src: 'capture',
        input: ({ context }) => {
          if (!context.input) throw new Error('a recording needs a stream')
          return context.input
        },
      },
      initial: 'running',
      states: {
        running: {
          always: { guard: 'isNearLimit', actions: assign({ wasCut: true }), target: 'ending' },
          on: { STOP: 'ending' },
        },
        ending: { entry: 'finish' },
      },
      on: {
        CHUNK: { guard: 'hasContent', actions: 'keep' },
        ENDED: [
          { guard: 'isEmpty', target: 'idle', actions: ['forget', assign({ hasFailed: true })] },
          { target: 'stopped', actions: 'join' },
        ],
        FAILED: { target: 'idle', actions: ['forget', assign({ hasFailed: true })] },
      },
    },
    stopped: { on: { DISCARD: { target: 'idle', actions: 'forget' } } },
  },
})
