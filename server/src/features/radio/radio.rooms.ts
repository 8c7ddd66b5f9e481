/** Sockets of pages that are in the radio chat of the thread. */
export const radioRoom = (threadId: string) => `radio:${threadId}`
/** Returns the thread of a radio room; null for any other room. */
export const threadOfRadioRoom = (room: string): string | null =>
  room.startsWith(radioRoom('')) ? room.slice(radioRoom('').length) : null
