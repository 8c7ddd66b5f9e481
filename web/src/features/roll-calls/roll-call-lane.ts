import type { PersonState } from '@noroshi/contract/roll-calls/roll-calls'

/**
 * Returns the lane of an answer to a roll-call in the outbox. Pages and the service worker use the same lane. "Need help" waits for
 * no other answer: the server orders answers by the time at which they were given.
 */
export const rollCallLane = (rollCallId: string, state: PersonState): string =>
  state === 'needHelp' ? `roll-call help ${rollCallId}` : `roll-call ${rollCallId}`
