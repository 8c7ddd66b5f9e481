import { knownLanguage } from '@noroshi/contract/i18n'
import { textIn } from '@noroshi/contract/texts'
import type { Deps } from '#/deps.ts'
import { discardReceived } from '#/features/files/files.service.ts'
import { searchTextOf } from '#/features/files/transcripts.service.ts'
import { changeMessage } from './changes/change-message.service.ts'
import { replaceInEvents } from './changes/message-changes.sql.ts'
import { deleteWithin, quoteOf } from './changes/message-deletion.service.ts'
import {
  type MentioningMessage,
  messagesInEvents,
  messagesMentioning,
  messagesToDelete,
  replaceMentions,
  type SearchedEvents,
} from './deleted-users.sql.ts'
import { dropMember } from './groups/members.service.ts'
import { threadsWithMember } from './groups/members.sql.ts'
import { replaceMentionsOf } from './mention-names.ts'
import { gramsOfMessage } from './search/grams.ts'
import { lockThread, raiseThreadVersion } from './threads.sql.ts'

// The steps of the deletion of an account. Each one repeats without harm.

/** Messages that one transaction deletes, while their thread is locked. */
const MESSAGES_PER_TRANSACTION = 20
/** Messages that one search through the stored events looks for. */
const MESSAGES_PER_SEARCH = 500

/** Removes a user from their groups. Personal chats stay: the other person keeps them. */
export async function leaveGroupsOf(deps: Deps, userId: string): Promise<void> {
  for (const { id, kind } of await threadsWithMember(deps.db, userId)) if (kind === 'group') await dropMember(deps, id, userId)
}

/** Deletes the messages of a user in personal chats and groups for everyone. */
export async function deleteMessagesOf(deps: Deps, userId: string): Promise<void> {
  const places = await messagesToDelete(deps.db, userId)
  for (let first = 0; first < places.length; first += MESSAGES_PER_SEARCH) {
    const searched = places.slice(first, first + MESSAGES_PER_SEARCH)
    const inEvents = await messagesInEvents(
      deps.db,
      searched.map(({ id }) => id),
    )
    for (const [threadId, ofThread] of Map.groupBy(searched, ({ thread_id }) => thread_id))
      for (let next = 0; next < ofThread.length; next += MESSAGES_PER_TRANSACTION) {
        const ids = ofThread.slice(next, next + MESSAGES_PER_TRANSACTION).map(({ id }) => id)
        await deleteMessages(deps, userId, { threadId, ids }, inEvents)
      }
  }
}

async function deleteMessages(
  deps: Deps,
  userId: string,
  { threadId, ids }: { readonly threadId: string; readonly ids: readonly string[] },
  inEvents: SearchedEvents,
): Promise<void> {
  const files = await deps.transaction(async (tx) => {
    await lockThread(tx, threadId)
    await raiseThreadVersion(tx, threadId, deps.now())
    // Until the lock, others have changed and quoted the messages.
    const since = await messagesInEvents(tx, ids, inEvents.before)
    const found = new Set([...inEvents.ids, ...since.ids])
    const removed = []
    for (const id of ids) removed.push(...(await deleteWithin(deps, tx, id, userId, found)).files)
    return removed
  })
  await discardReceived(deps, files)
}

/** Removes a user and their name from the messages that mention them. */
export async function removeMentionsOf(deps: Deps, userId: string): Promise<void> {
  for (const message of await messagesMentioning(deps.db, userId)) await removeMention(deps, userId, message)
}

const removeMention = (deps: Deps, userId: string, { id, thread_id, language }: MentioningMessage): Promise<void> =>
  deps.transaction(async (tx) => {
    await lockThread(tx, thread_id)
    await raiseThreadVersion(tx, thread_id, deps.now())
    const replacement = `@${textIn(knownLanguage(language), 'people.deleted')}`
    const message = await changeMessage(tx, id, null, async ({ text: before, mentions: given, poll }) => {
      const { text, mentions, removed } = replaceMentionsOf(userId, before, given ?? [], replacement)
      const grams = gramsOfMessage({ text, transcript: await searchTextOf(tx, id), poll })
      await replaceMentions(tx, id, { text, grams, mentions, removed, replacement, at: deps.now() })
    })
    await replaceInEvents(tx, message, quoteOf(message))
  })
