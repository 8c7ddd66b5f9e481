/** Returns the lane of the answers to an alert in the outbox. Pages and the service worker use the same lane. */
export const answerLane = (alertId: string): string => `answer ${alertId}`
