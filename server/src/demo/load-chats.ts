import type { Deps } from '#/deps.ts'
import { createOpenAlertThread } from '#/features/alerts/chat/alert-chat.service.ts'
import { createGroup } from '#/features/messaging/groups/groups.service.ts'
import { createSendMessage, uploadMessage } from '#/features/messaging/messages.service.ts'
import { setAcceptance, startPersonalThread } from '#/features/messaging/personal.service.ts'
import { setStatuses, Watermarks } from '#/features/messaging/watermarks.service.ts'
import { groupChats, personalChats } from './demo-chats.ts'
import type { Community } from './demo.ts'
import { drawScenes } from './demo-pictures.ts'

const MINUTE = 60_000

type Chat = (typeof groupChats)[number] | (typeof personalChats)[number]
/** Returns dependencies whose clock is the given number of minutes behind. */
type DepsAt = (minutesAgo: number) => Deps

/** Creates group and personal chats in both languages: read and unread, accepted, undecided and blocked. */
export async function loadChats(deps: Deps, community: Community): Promise<void> {
  const startedAt = deps.now().getTime()
  const depsAt: DepsAt = (minutesAgo) => ({ ...deps, now: () => new Date(startedAt - minutesAgo * MINUTE) })
  const watermarks = new Watermarks(deps)
  for (const chat of oldestFirst(groupChats))
    await sendMessages(depsAt, watermarks, community, chat, await createDemoGroup(depsAt, community, chat))
  for (const chat of oldestFirst(personalChats)) {
    const [first, other] = chat.people
    const { thread } = await startPersonalThread(depsAt(createdMinutesAgo(chat)), community[first], community[other].id)
    await sendMessages(depsAt, watermarks, community, chat, thread.id)
    if (chat.blockedBy) await setAcceptance(deps, watermarks, community[chat.blockedBy], thread.id, false)
  }
  await watermarks.close()
}

/** Sorts by the last message. Ids order the thread list, so the oldest chat is created first. */
const oldestFirst = <One extends Chat>(chats: readonly One[]): One[] =>
  chats.toSorted((a, b) => (b.lines.at(-1)?.minutesAgo ?? 0) - (a.lines.at(-1)?.minutesAgo ?? 0))

/** A minute before its first message. */
const createdMinutesAgo = ({ lines }: Chat): number => (lines[0]?.minutesAgo ?? 0) + 1

async function createDemoGroup(depsAt: DepsAt, community: Community, group: (typeof groupChats)[number]): Promise<string> {
  const { name, description, members } = group
  const [admin, ...others] = members
  const recipients = others.map((member) => community[member].id)
  return (await createGroup(depsAt(createdMinutesAgo(group)), community[admin], { name, description, recipients })).id
}

async function sendMessages(depsAt: DepsAt, watermarks: Watermarks, community: Community, chat: Chat, messageThreadId: string) {
  for (const { by, text, minutesAgo, photos = [] } of chat.lines) {
    const deps = depsAt(minutesAgo)
    const form = { messageThreadId, text, messageType: 'normalChat', latitude: null, longitude: null } as const
    if (photos.length === 0) await createSendMessage(deps, watermarks)(community[by], { ...form, threadId: messageThreadId })
    else
      await uploadMessage(
        deps,
        { watermarks, openAlertThread: createOpenAlertThread(deps) },
        community[by],
        form,
        await drawScenes(deps, photos),
        'en',
      )
  }
  const seen = { messageThreadId, status: 'seen', messageType: 'normalChat', seq: chat.lines.length } as const
  for (const name of chat.seenBy) await setStatuses(depsAt(0), watermarks, community[name], [seen])
}
