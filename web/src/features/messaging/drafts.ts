/** What was written in a thread and not sent, while the page is there. */
const drafts = new Map<string, string>()

export const draftOf = (threadId: string): string => drafts.get(threadId) ?? ''
export const keepDraft = (threadId: string, words: string) => void drafts.set(threadId, words)

/** Another person reads here now. */
export const forgetDrafts = () => drafts.clear()
