import { ANSWER_AGE_MAX_MS } from '@noroshi/contract/limits'
import type { NewAnswer } from '@noroshi/contract/roll-calls/roll-calls'
import type { rollCallRoutes } from '@noroshi/contract/roll-calls/roll-calls.http'
import { requestTo } from '../../platform/connection/route-request.ts'
import type { SharedCommand } from '../../platform/outbox/shared-command.ts'

/** An answer that is unsent. `personId`: the person for whom the user answers; absent: the user. */
export type UnsentAnswer = Pick<NewAnswer, 'state'> & {
  readonly [Name in Exclude<keyof NewAnswer, 'state'>]?: NewAnswer[Name] | undefined
} & {
  readonly rollCallId: string
  readonly personId?: string | undefined
  /** The user spoke the answer. */
  readonly isSpoken?: true | undefined
}

const requestOf: SharedCommand<UnsentAnswer>['requestOf'] = ({ id, seq, payload: { rollCallId, ...body } }, { now }) => {
  // `seq` is the time of the answer by the clock of this device, which may have changed meanwhile.
  const ageMs = Math.max(0, Math.min(now - seq, ANSWER_AGE_MAX_MS))
  return requestTo<typeof rollCallRoutes.answer>({
    method: 'PUT',
    path: '/roll-calls/:id/answer',
    params: { id: rollCallId },
    body: { ...body, clientId: id, ageMs },
  })
}

export const rollCallAnswerCommand: SharedCommand<UnsentAnswer> = { kind: 'rollCallAnswer', requestOf }

/** "Need help" goes before everything else, as an SOS does. A roll-call that ended refuses it. */
export const rollCallHelpCommand: SharedCommand<UnsentAnswer> = {
  kind: 'rollCallHelp',
  isUrgent: true,
  mayBeRefused: true,
  timeoutMs: 8_000,
  requestOf,
}

export const rollCallSeenCommand: SharedCommand<{ readonly rollCallId: string }> = {
  kind: 'rollCallSeen',
  isContent: false,
  requestOf: ({ payload: { rollCallId } }) =>
    requestTo<typeof rollCallRoutes.markSeen>({ method: 'PUT', path: '/roll-calls/:id/seen', params: { id: rollCallId } }),
}

/** A photo for an answer of the user. `answerId`: the id of the answer; absent in entries of an earlier version: the newest one. */
export interface UnsentPhoto {
  readonly rollCallId: string
  readonly answerId?: string | undefined
}

/** The answer may be unsent too: the photo waits for it. */
export const rollCallPhotoCommand: SharedCommand<UnsentPhoto> = {
  kind: 'rollCallPhoto',
  temporaryCodes: ['rollCall.noAnswer'],
  requestOf: ({ id, files, payload: { rollCallId, answerId } }) =>
    requestTo<typeof rollCallRoutes.addPhoto>({
      method: 'POST',
      path: '/roll-calls/:id/answer/photo',
      params: { id: rollCallId },
      form: { clientId: id, ...(answerId !== undefined && { answerId }) },
      files: files.map((file) => ({ field: 'files', file, name: file.name })),
    }),
}
