import type { RollCallAnswer, RollCallForViewer } from '@noroshi/contract/roll-calls/roll-calls'

interface Unsent {
  /** `personId`: the answer is for another person. */
  readonly payload: { readonly rollCallId: string; readonly personId?: string | undefined }
}

/** Whether the person gave an answer: what others said of them answers nothing for them. */
export const isOwnAnswer = ({ source }: Pick<RollCallAnswer, 'source'>): boolean => source !== 'proxy' && source !== 'desk'

/** Whether a user has not answered, also not with an answer that is unsent. */
const needsOwnAnswer = ({ id, viewer: { answer } }: RollCallForViewer, unsent: readonly Unsent[]): boolean =>
  (answer === null || !isOwnAnswer(answer)) &&
  unsent.every(({ payload }) => payload.rollCallId !== id || payload.personId !== undefined)

/** Whether there is no answer about a dependant of the user, also not an unsent one. */
const hasSilentDependants = ({ id, viewer: { dependants = [] } }: RollCallForViewer, unsent: readonly Unsent[]): boolean =>
  dependants.some(
    (dependant) =>
      dependant.answer === null && unsent.every(({ payload }) => payload.rollCallId !== id || payload.personId !== dependant.id),
  )

/** Returns the open questions to a user, urgent ones first, then the newest. The asker knows them. */
const questionsTo = (open: readonly RollCallForViewer[], myId: string, isOpen: (rollCall: RollCallForViewer) => boolean) =>
  open
    .filter(
      (rollCall) => rollCall.closedAt === null && rollCall.viewer.isAsked && rollCall.askedBy.id !== myId && isOpen(rollCall),
    )
    .toSorted((a, b) => Number(b.isUrgent) - Number(a.isUrgent) || (a.id > b.id ? -1 : 1))

/** Returns the open questions to a user who has not answered for themself, urgent ones first, then the newest. */
export const ownQuestionsOf = (
  open: readonly RollCallForViewer[],
  myId: string,
  unsent: readonly Unsent[],
): readonly RollCallForViewer[] => questionsTo(open, myId, (rollCall) => needsOwnAnswer(rollCall, unsent))

/** Returns the open questions to a user who has not answered for themself or for a dependant, in the same order. */
export const questionsOf = (
  open: readonly RollCallForViewer[],
  myId: string,
  unsent: readonly Unsent[],
): readonly RollCallForViewer[] =>
  questionsTo(open, myId, (rollCall) => needsOwnAnswer(rollCall, unsent) || hasSilentDependants(rollCall, unsent))
