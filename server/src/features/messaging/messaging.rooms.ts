export const threadRoom = (threadId: string) => `thread:${threadId}`
/** Members who have the thread open now. Only hints are emitted to it. */
export const threadPageRoom = (threadId: string) => `thread-page:${threadId}`
/** Sockets of devices on which the thread is read aloud. */
export const speechRoom = (threadId: string) => `speech:${threadId}`
/** Sockets of one user's devices on which the thread is read aloud. Spoken messages are emitted to it. */
export const ownSpeechRoom = (threadId: string, userId: string) => `${speechRoom(threadId)}:${userId}`
