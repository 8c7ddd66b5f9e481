import { randomUUID } from 'node:crypto'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import type { Caller } from './caller.ts'
import { begins, makesGroup } from './chats.ts'
import { comments, makesFeed, posts, takesIn } from './feeds.ts'
import { furnish } from './furniture.ts'
import { alertGroup, deactivates } from './groups.ts'
import { drafts, employs, makesPage, picture, publishes, uploads } from './pages.ts'
import { type Person, type Unit, unit } from './unit.ts'

/** Everybody who may stand before a door, from the one with the least right to the one with the most. */
export const ACTORS = ['visitor', 'ended', 'deactivated', 'otherToken', 'outsider', 'token', 'admin', 'audience'] as const
export type Actor = (typeof ACTORS)[number]

interface Standing {
  readonly caller: Caller
  /** Their own id, or one that nobody has. */
  readonly id: string
  readonly alertToken?: string
}

/** A unit with one anonymous alert and one group, and everybody's standing towards them. */
export interface World extends AsyncDisposable {
  readonly noroshi: Unit
  readonly alertId: string
  /** The address of a file that hangs on the alert. */
  readonly mediaUrl: string
  /** A group whose admin is `audience`; `ended`, `deactivated` and one more are in it. */
  readonly groupId: string
  /** A message in it, with a file at `messageMediaUrl`. */
  readonly messageId: string
  readonly messageMediaUrl: string
  /** Who is in the group, and in a personal thread with `audience`. */
  readonly memberId: string
  readonly personalId: string
  /** A closed feed; `audience` is in it with every flag, `ended`, `deactivated` and one more without any. */
  readonly feedId: string
  /** That one's membership. */
  readonly feedMemberId: string
  /** An approved post in it, with a file at `postMediaUrl`, and a comment of `audience`. */
  readonly postId: string
  readonly postMediaUrl: string
  readonly commentId: string
  /** A post in it that awaits approval. */
  readonly waitingPostId: string
  /** A page for signed-in people, with two revisions; `audience` is its member with every flag, `ended`, `deactivated` and one more with canUpdate. */
  readonly pageId: string
  /** That one's membership. */
  readonly pageMemberId: string
  /** A draft of `audience` that waits. */
  readonly draftId: string
  /** A document that the page shows. */
  readonly documentUrl: string
  readonly actors: Record<Actor, Standing>
}

/** `ended` and `deactivated` belong to the alert's group: nothing but their session keeps them out. */
export async function world(environment: Record<string, string> = {}): Promise<World> {
  const noroshi = await unit(environment)
  const [audience, outsider, ended, deactivated, member] = await noroshi.people('Ben', 'Dora', 'Emi', 'Fuji', 'Hana')
  const admin = await noroshi.admin('Gen')
  await noroshi.db.updateTable('alert_groups').set({ is_anonymous: false }).execute()
  await alertGroup(noroshi, [audience, ended, deactivated], true)
  const group = await makesGroup(audience, [ended, deactivated, member])
  const personal = await begins(audience, member)
  const message = await ended.gets(messageRoutes.upload, {
    form: { messageThreadId: group.id },
    files: [{ field: 'messageMedia', name: 'plan.txt', bytes: new TextEncoder().encode('meet at the hall') }],
  })
  const feed = await furnishFeed(noroshi, { audience, ended, deactivated, member })
  const page = await furnishPage(noroshi, { audience, ended, deactivated, member })
  await ended.gets(accountRoutes.logout, { body: {} })
  await deactivates(noroshi, deactivated)

  await furnish(noroshi.db)

  const raise = () => noroshi.visitor.gets(alertRoutes.raise, { body: { clientId: randomUUID() } })
  const [alert, other] = [await raise(), await raise()]
  const tokens = { own: alert.alertToken ?? '', other: other.alertToken ?? '' }
  const { alertMedias } = await noroshi.visitor.gets(alertRoutes.upload, {
    form: { alertId: alert.id },
    files: [{ name: 'note.txt', bytes: new TextEncoder().encode('two of us') }],
    alertToken: tokens.own,
  })
  const { visitor } = noroshi
  return {
    noroshi,
    alertId: alert.id,
    mediaUrl: alertMedias[0]?.mediaUrl ?? '',
    groupId: group.id,
    messageId: message.id,
    messageMediaUrl: message.messageMedias[0]?.mediaUrl ?? '',
    memberId: member.id,
    personalId: personal.id,
    ...feed,
    ...page,
    actors: {
      visitor: { caller: visitor, id: randomUUID() },
      ended: { caller: ended, id: ended.id },
      deactivated: { caller: deactivated, id: deactivated.id },
      otherToken: { caller: visitor, id: randomUUID(), alertToken: tokens.other },
      outsider: { caller: outsider, id: outsider.id },
      token: { caller: visitor, id: randomUUID(), alertToken: tokens.own },
      admin: { caller: admin, id: admin.id },
      audience: { caller: audience, id: audience.id },
    },
    [Symbol.asyncDispose]: () => noroshi[Symbol.asyncDispose](),
  }
}

const EVERY_FLAG = { canPost: true, canUpdate: true, canModeratePosts: true, canModerateMembers: true }

async function furnishFeed(noroshi: Unit, people: Record<'audience' | 'ended' | 'deactivated' | 'member', Person>) {
  const creator = await noroshi.admin('Ito')
  const { id: feedId } = await makesFeed(creator)
  await takesIn(creator, feedId, people.audience, EVERY_FLAG)
  await takesIn(creator, feedId, people.ended)
  await takesIn(creator, feedId, people.deactivated)
  const member = await takesIn(creator, feedId, people.member, { canPost: true })
  const note = [{ name: 'level.txt', bytes: new TextEncoder().encode('2.4 m') }]
  const post = await posts(creator, feedId, {}, note)
  const waiting = await posts(people.member, feedId)
  const comment = await comments(people.audience, post.id)
  return {
    feedId,
    feedMemberId: member.id,
    postId: post.id,
    postMediaUrl: post.postMedia[0]?.mediaUrl ?? '',
    commentId: comment.id,
    waitingPostId: waiting.id,
  }
}

const EVERY_PAGE_FLAG = { canUpdate: true, canModerateUpdates: true, canModerateMembers: true }

async function furnishPage(noroshi: Unit, people: Record<'audience' | 'ended' | 'deactivated' | 'member', Person>) {
  const creator = await noroshi.admin('Jun')
  const { id: pageId } = await makesPage(creator, { title: 'What to pack', isPublic: false })
  for (const person of [people.ended, people.deactivated]) await employs(creator, pageId, person, { canUpdate: true })
  const member = await employs(creator, pageId, people.member, { canUpdate: true })
  await employs(creator, pageId, people.audience, EVERY_PAGE_FLAG)
  const documentUrl = await uploads(creator)
  await publishes(creator, pageId, 'water', picture(documentUrl))
  const draft = await drafts(people.audience, pageId, 'water and rice')
  return { pageId, pageMemberId: member.id, draftId: draft.id, documentUrl }
}

/** Opens a socket as this actor would. */
export const listensAs = ({ noroshi, actors }: World, actor: Actor) => {
  const { caller, alertToken } = actors[actor]
  return noroshi.listens({
    ...(caller.token !== null && { token: caller.token }),
    ...(alertToken !== undefined && { alertTokens: [alertToken] }),
  })
}
