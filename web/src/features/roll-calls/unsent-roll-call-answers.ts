import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { NewAnswer, type RollCallForViewer } from '@noroshi/contract/roll-calls/roll-calls'
import { rollCallRoutes } from '@noroshi/contract/roll-calls/roll-calls.http'
import { ApiError } from '../../platform/connection/http-errors.ts'
import { changeCache } from '../../platform/connection/query-cache.ts'
import { newId } from '../../platform/ids.ts'
import { text } from '../../platform/language/i18n.ts'
import type { Command } from '../../platform/outbox/command.ts'
import type { TypedEntry } from '../../platform/outbox/entry.ts'
import { outbox } from '../../platform/outbox/outbox.ts'
import { sendEntry } from '../../platform/outbox/send-entry.ts'
import type { SharedCommand } from '../../platform/outbox/shared-command.ts'
import { closeRollCallNotifications } from '../../platform/push/close-notifications.ts'
import { sessionUserId } from '../../platform/session/session.ts'
import { toastError } from '../../ui/states/toast.tsx'
import { receiveRollCall } from './roll-call-cache.ts'
import { movePhotos } from './unsent-answer-photos.ts'
import { rollCallLane } from './roll-call-lane.ts'
import { historyQuery } from './roll-calls.queries.ts'
import { rollCallAnswerCommand, rollCallHelpCommand, rollCallSeenCommand, type UnsentAnswer } from './roll-calls.outbox.ts'

const Answer: z.ZodType<UnsentAnswer> = z.object({
  ...NewAnswer.partial().shape,
  state: NewAnswer.shape.state,
  rollCallId: z.string(),
  personId: z.string().optional(),
  isSpoken: z.literal(true).optional(),
})
const Seen = z.object({ rollCallId: z.string() })

/** `waiting`: the server cannot be reached, and the outbox sends the answer later. */
export type AnswerOutcome = 'sent' | 'waiting' | 'refused'
const resolvers = new Map<string, (outcome: AnswerOutcome) => void>()

const resolve = (id: string, outcome: AnswerOutcome) => {
  resolvers.get(id)?.(outcome)
  resolvers.delete(id)
}

const apply = (rollCall: RollCallForViewer) => changeCache((cache) => receiveRollCall(cache, rollCall))

const answerWith = (shared: SharedCommand<UnsentAnswer>): Command<UnsentAnswer, RollCallForViewer> => ({
  ...shared,
  payload: Answer,
  describe: ({ state, note = '' }) => ({
    title: text('rollCalls.one'),
    text: [text(`rollCalls.state.${state}`), note].filter(Boolean).join('\n'),
  }),
  send: (entry, options) => sendEntry(shared, rollCallRoutes.answer.reply, entry, options),
  onSent: (rollCall, { id, payload: { personId = sessionUserId() } }) => {
    apply(rollCall)
    if (personId !== null)
      changeCache((cache) => void cache.invalidateQueries({ queryKey: historyQuery(rollCall.id, personId).queryKey }))
    resolve(id, 'sent')
  },
  onRefused: (error, { id }) => {
    toastError(text('rollCalls.answerFailed'), error instanceof ApiError ? error.message : undefined)
    resolve(id, 'refused')
  },
  onPostponed: ({ id }) => resolve(id, 'waiting'),
})

const answers = outbox.register(answerWith(rollCallAnswerCommand))
const calls = outbox.register(answerWith(rollCallHelpCommand))

const seen = outbox.register<z.infer<typeof Seen>, RollCallForViewer>({
  ...rollCallSeenCommand,
  payload: Seen,
  send: (entry, options) => sendEntry(rollCallSeenCommand, rollCallRoutes.markSeen.reply, entry, options),
  onSent: apply,
})

const all = () => [...answers.entries(), ...calls.entries()].toSorted((a, b) => a.seq - b.seq)

/**
 * Answers a roll-call. The answer replaces earlier ones for the person that are unsent, and keeps their details unless it has
 * other ones. Resolves after the first attempt.
 * @param id the id of the answer for the server, which its photo names
 */
export function answerRollCall(answer: UnsentAnswer, id: string = newId()): Promise<AnswerOutcome> {
  const ownerId = sessionUserId()
  if (ownerId === null) return Promise.resolve('refused')
  const { rollCallId, personId } = answer
  if (personId === undefined) void closeRollCallNotifications(rollCallId)
  const replaced = all().filter(
    ({ payload, state }) => payload.rollCallId === rollCallId && payload.personId === personId && state !== 'sending',
  )
  return new Promise((resolver) => {
    resolvers.set(id, resolver)
    const { enqueue } = answer.state === 'needHelp' ? calls : answers
    const kept = replaced.reduce<Partial<UnsentAnswer>>((said, { payload }) => ({ ...said, ...payload, isSpoken: undefined }), {})
    void enqueue({ id, lane: rollCallLane(rollCallId, answer.state), ownerId, payload: withDetails(answer, kept) })
    for (const { id: replacedId } of replaced) {
      outbox.discard(replacedId)
      resolve(replacedId, 'waiting')
    }
    movePhotos(
      replaced.map((each) => each.id),
      id,
    )
  })
}

/** Returns an answer with known details where it has none. */
const withDetails = (answer: UnsentAnswer, known: Partial<UnsentAnswer>): UnsentAnswer => ({
  ...known,
  // `as`: without the absent details, which would replace known ones
  ...(Object.fromEntries(Object.entries(answer).filter(([, value]) => value !== undefined)) as unknown as UnsentAnswer),
})

/** Reports once that the user has opened a question. Opening is not answering. */
export function markRollCallSeen(rollCallId: string): void {
  const ownerId = sessionUserId()
  if (ownerId === null || seen.entries().some(({ payload }) => payload.rollCallId === rollCallId)) return
  void seen.enqueue({ id: newId(), lane: 'roll-calls seen', ownerId, payload: { rollCallId } })
}

/** Returns a function that returns the entries of all answers that are not sent yet, the same list while it has the same entries. */
function unsentOf(isWanted: (payload: UnsentAnswer) => boolean) {
  let known: readonly TypedEntry<UnsentAnswer>[] = []
  return () => {
    const now = all().filter(({ state, payload }) => state !== 'failed' && isWanted(payload))
    if (now.length !== known.length || now.some((entry, index) => entry !== known[index])) known = now
    return known
  }
}
const unsentOwn = unsentOf(({ personId }) => personId === undefined)
const unsentForOthers = unsentOf(({ personId }) => personId !== undefined)

/** Returns the user's own answers that are not sent yet, oldest first. */
export const useUnsentAnswers = (): readonly TypedEntry<UnsentAnswer>[] => useSyncExternalStore(outbox.subscribe, unsentOwn)

/** Returns the user's answers for other people that are not sent yet, oldest first. */
export const useUnsentForOthers = (): readonly TypedEntry<UnsentAnswer>[] =>
  useSyncExternalStore(outbox.subscribe, unsentForOthers)

/** Returns the newest answer for another person that is not sent yet. */
export const useUnsentAnswerFor = (rollCallId: string, personId: string): TypedEntry<UnsentAnswer> | undefined =>
  useUnsentForOthers().findLast(({ payload }) => payload.rollCallId === rollCallId && payload.personId === personId)

/** Returns the user's newest own answer to a roll-call that is not sent yet. */
export const useUnsentAnswer = (rollCallId: string): TypedEntry<UnsentAnswer> | undefined =>
  useUnsentAnswers().findLast(({ payload }) => payload.rollCallId === rollCallId)
