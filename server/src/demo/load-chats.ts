import type { Deps } from '#/deps.ts'
import { createGroup } from '#/features/messaging/groups.service.ts'
import { sendingOn, uploadMessage } from '#/features/messaging/messages.service.ts'
import { decide, startPersonal } from '#/features/messaging/personal.service.ts'
import { setStatuses, Watermarks } from '#/features/messaging/watermarks.service.ts'
import { groupChats, personalChats } from './chats.ts'
import type { Community } from './demo.ts'
import { drawScenes } from './pictures.ts'

const MINUTE = 60_000

type Chat = (typeof groupChats)[number] | (typeof personalChats)[number]
/** The services, as they ran so many minutes ago. */
type Then = (minutesAgo: number) => Deps

/** Chats of the neighbours in both languages: groups and pairs, read and unread, accepted, undecided and blocked. */
export async function loadChats(deps: Deps, community: Community): Promise<void> {
  const begun = deps.now().getTime()
  const then: Then = (minutesAgo) => ({ ...deps, now: () => new Date(begun - minutesAgo * MINUTE) })
  const watermarks = new Watermarks(deps)
  for (const chat of groupChats) await talk(then, watermarks, community, chat, await makeGroup(then, community, chat))
  for (const chat of personalChats) {
    const [first, other] = chat.people
    const { thread } = await startPersonal(then(beginningOf(chat)), community[first], community[other].id)
    await talk(then, watermarks, community, chat, thread.id)
    if (chat.blockedBy) await decide(deps, watermarks, community[chat.blockedBy], thread.id, false)
  }
  await watermarks.close()
}

/** A minute before its first words. */
const beginningOf = ({ lines }: Chat): number => (lines[0]?.minutesAgo ?? 0) + 1

async function makeGroup(then: Then, community: Community, group: (typeof groupChats)[number]): Promise<string> {
  const { name, description, members } = group
  const [admin, ...others] = members
  const recipients = others.map((member) => community[member].id)
  return (await createGroup(then(beginningOf(group)), community[admin], { name, description, recipients })).id
}

async function talk(then: Then, watermarks: Watermarks, community: Community, chat: Chat, messageThreadId: string) {
  for (const { by, text, minutesAgo, photos = [] } of chat.lines) {
    const deps = then(minutesAgo)
    const words = { messageThreadId, text, messageType: 'normalChat', latitude: null, longitude: null } as const
    if (photos.length === 0) await sendingOn(deps, watermarks)(community[by], words)
    else await uploadMessage(deps, watermarks, community[by], words, await drawScenes(deps, photos))
  }
  const seen = { messageThreadId, status: 'seen', messageType: 'normalChat' } as const
  for (const name of chat.seenBy) await setStatuses(then(0), watermarks, community[name], [seen])
}
