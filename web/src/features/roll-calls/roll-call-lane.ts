/** Returns the lane of the answers to a roll-call in the outbox. Pages and the service worker use the same lane. */
export const rollCallLane = (rollCallId: string): string => `roll-call ${rollCallId}`
