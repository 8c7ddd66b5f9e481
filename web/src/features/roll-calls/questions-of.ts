import type { RollCallAnswer, RollCallForViewer } from '@noroshi/contract/roll-calls/roll-calls'

interface Unsent {
  readonly payload: { readonly rollCallId: string }
}

/** Whether the person gave an answer: what others said of them answers nothing for them. */
export const isOwnAnswer = ({ source }: Pick<RollCallAnswer, 'source'>): boolean => source !== 'proxy' && source !== 'desk'

const hasAnswered = ({ viewer: { answer } }: RollCallForViewer): boolean => answer !== null && isOwnAnswer(answer)

/** Returns the open questions to a user who has not answered, urgent ones first, then the newest. The asker knows them. */
export const questionsOf = (
  open: readonly RollCallForViewer[],
  myId: string,
  unsent: readonly Unsent[],
): readonly RollCallForViewer[] =>
  open
    .filter(
      (rollCall) =>
        rollCall.closedAt === null &&
        rollCall.viewer.isAsked &&
        !hasAnswered(rollCall) &&
        rollCall.askedBy.id !== myId &&
        unsent.every(({ payload }) => payload.rollCallId !== rollCall.id),
    )
    .toSorted((a, b) => Number(b.isUrgent) - Number(a.isUrgent) || (a.id > b.id ? -1 : 1))
