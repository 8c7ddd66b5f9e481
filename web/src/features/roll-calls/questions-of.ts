import type { RollCallForViewer } from '@noroshi/contract/roll-calls/roll-calls'

interface Unsent {
  readonly payload: { readonly rollCallId: string }
}

/** Returns the open questions to a user who has not answered, urgent ones first, then the newest. The asker knows them. */
export const questionsOf = (
  open: readonly RollCallForViewer[],
  myId: string,
  unsent: readonly Unsent[],
): readonly RollCallForViewer[] =>
  open
    .filter(
      ({ id, closedAt, askedBy, viewer }) =>
        closedAt === null &&
        viewer.isAsked &&
        viewer.answer === null &&
        askedBy.id !== myId &&
        unsent.every(({ payload }) => payload.rollCallId !== id),
    )
    .toSorted((a, b) => Number(b.isUrgent) - Number(a.isUrgent) || (a.id > b.id ? -1 : 1))
