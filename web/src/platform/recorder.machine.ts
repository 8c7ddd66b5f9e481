import { assign, fromCallback, sendTo, setup } from 'xstate'

/** Milliseconds of one chunk (specification, section 9). */
export const CHUNK_MS = 1_000

export interface RecorderInput {
  readonly stream: MediaStream
  /** A type that this browser can record. */
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
  /** Max bytes of the finished recording. */
  readonly maxBytes: number
  input: RecorderInput | null
  chunks: Blob[]
  bytes: number
  /** Bytes of the largest chunk so far. It estimates the size of the next chunk. */
  largest: number
  /** The size limit ended the recording, not the user. */
  wasCut: boolean
  hasFailed: boolean
  recording: Blob | null
}

/** Logs a recording failure (specification, section 8). */
function logFailure(error: unknown) {
  // oxlint-disable-next-line no-console -- for developers; the screen shows the failure to the user
  console.error('The recording failed', error)
}

/** Wraps the browser's MediaRecorder. FINISH stops it; it then sends its last chunk and ENDED. */
const capture = fromCallback<CaptureEvent, RecorderInput, { type: 'never' }>(({ input, receive, sendBack }) => {
  const send: (event: RecorderEvent) => void = sendBack
  let recorder: MediaRecorder
  try {
    const { videoBitsPerSecond, mimeType } = input
    recorder = new MediaRecorder(input.stream, { mimeType, ...(videoBitsPerSecond !== undefined && { videoBitsPerSecond }) })
    recorder.ondataavailable = ({ data }) => send({ type: 'CHUNK', chunk: data })
    recorder.onstop = () => send({ type: 'ENDED', mimeType: recorder.mimeType || mimeType })
    recorder.onerror = (event) => {
      logFailure('error' in event ? event.error : event)
      send({ type: 'FAILED' })
    }
    recorder.start(CHUNK_MS)
  } catch (error) {
    logFailure(error)
    send({ type: 'FAILED' }) // the screen shows the failure; nothing to release here
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

const emptyRecording = { chunks: [], bytes: 0, largest: 0, wasCut: false, hasFailed: false, recording: null, input: null }

/** States: idle -> recording -> stopped (the user reviews, then sends or discards). Specification, section 4. */
export const recorderMachine = setup({
  types: {
    context: {} as RecorderContext,
    events: {} as RecorderEvent,
    input: {} as { maxBytes: number },
  },
  actors: { capture },
  actions: {
    addChunk: assign(({ context, event }) => {
      if (event.type !== 'CHUNK') return {}
      const { size } = event.chunk
      return {
        chunks: [...context.chunks, event.chunk],
        bytes: context.bytes + size,
        largest: Math.max(context.largest, size),
      }
    }),
    joinChunks: assign(({ context, event }) =>
      event.type === 'ENDED' ? { recording: new Blob(context.chunks, { type: event.mimeType }), chunks: [] } : {},
    ),
    reset: assign(emptyRecording),
    finish: sendTo('capture', { type: 'FINISH' }),
  },
  guards: {
    hasContent: ({ event }) => event.type === 'CHUNK' && event.chunk.size > 0,
    /** One more chunk of the largest size and the final chunk must still fit. */
    isNearLimit: ({ context }) => context.bytes + 2 * context.largest > context.maxBytes,
    isEmpty: ({ context }) => context.bytes === 0,
  },
}).createMachine({
  id: 'recorder',
  context: ({ input }) => ({ ...emptyRecording, maxBytes: input.maxBytes }),
  initial: 'idle',
  states: {
    idle: {
      on: {
        START: {
          target: 'recording',
          actions: assign(({ event: { stream, mimeType, videoBitsPerSecond } }) => ({
            ...emptyRecording,
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
        CHUNK: { guard: 'hasContent', actions: 'addChunk' },
        ENDED: [
          { guard: 'isEmpty', target: 'idle', actions: ['reset', assign({ hasFailed: true })] },
          { target: 'stopped', actions: 'joinChunks' },
        ],
        FAILED: { target: 'idle', actions: ['reset', assign({ hasFailed: true })] },
      },
    },
    stopped: { on: { DISCARD: { target: 'idle', actions: 'reset' } } },
  },
})
