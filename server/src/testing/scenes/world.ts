import { randomUUID } from 'node:crypto'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { callGroup } from './calls.ts'
import type { Caller } from '../caller.ts'
import { startPersonalChat, createGroup } from './chats.ts'
import { createComment, createFeed, createPost, addFeedMember } from './feeds.ts'
import { insertFixtures } from '../fixtures.ts'
import { createAlertGroup, deactivateUser } from './groups.ts'
import { submitDraft, addPageMember, createPage, picture, publishPage, uploadDocument } from './pages.ts'
import { openRadioPage, type RadioPage, startRadio } from './radio.ts'
import { type TestUser, type TestServer, startTestServer } from '../test-server.ts'

/** All callers of the access tests, from the fewest rights to the most. */
export const ACTORS = ['visitor', 'ended', 'deactivated', 'otherToken', 'outsider', 'token', 'admin', 'audience'] as const
export type Actor = (typeof ACTORS)[number]

interface ActorCaller {
  readonly caller: Caller
  /** The user id, or an unknown id for a caller without a session. */
  readonly id: string
  readonly alertToken?: string
}

/** A test server with an anonymous alert, a group, a feed and a page, and the callers of all actors. */
export interface World extends AsyncDisposable {
  readonly noroshi: TestServer
  readonly alertId: string
  /** URL of a file of the alert. */
  readonly mediaUrl: string
  /** A group with the admin `audience` and the members `ended`, `deactivated` and `memberId`. */
  readonly groupId: string
  /** A message in the group, with a file at `messageMediaUrl`. */
  readonly messageId: string
  readonly messageMediaUrl: string
  /** The id of a voice note of `audience` in the group. */
  readonly voiceNoteId: string
  /** A member of the group, who also has a personal thread with `audience`. */
  readonly memberId: string
  readonly personalId: string
  /** A closed feed. `audience` is a member with all flags; `ended` and `deactivated` have none; `memberId` has canPost. */
  readonly feedId: string
  /** The membership of `memberId` in the feed. */
  readonly feedMemberId: string
  /** An approved post in the feed, with a file at `postMediaUrl` and a comment of `audience`. */
  readonly postId: string
  readonly postMediaUrl: string
  readonly commentId: string
  /** A post in the feed that awaits approval. */
  readonly waitingPostId: string
  /**
   * A page for signed-in users, with two revisions. `audience` is a member with all flags; `ended`, `deactivated` and `memberId`
   * have canUpdate.
   */
  readonly pageId: string
  /** The membership of `memberId` in the page. */
  readonly pageMemberId: string
  /** A pending draft of `audience`. */
  readonly draftId: string
  /** URL of a document in the content of the page. */
  readonly documentUrl: string
  /** The page of `audience` in the running radio chat of the group. */
  readonly radio: RadioPage
  /** A group call of `memberId`, which rings for `audience` by the session `callSessionId`. */
  readonly callId: string
  readonly callSessionId: string
  readonly actors: Record<Actor, ActorCaller>
}

/** Creates the world on a server of its own. */
export const createWorld = async (environment: Record<string, string> = {}): Promise<World> =>
  insertWorld(await startTestServer(environment))

/**
 * Creates the world on a server, which its disposal closes. A server may have several worlds, one after the other. `ended` and
 * `deactivated` are members of the alert's group, so only their missing session denies them access.
 */
export async function insertWorld(noroshi: TestServer): Promise<World> {
  const [audience, outsider, ended, deactivated, member] = await noroshi.people('Ben', 'Dora', 'Emi', 'Fuji', 'Hana')
  const admin = await noroshi.admin('Gen')
  await noroshi.db.updateTable('alert_groups').set({ is_anonymous: false }).execute()
  await createAlertGroup(noroshi, [audience, ended, deactivated], true)
  const group = await createGroup(audience, [ended, deactivated, member])
  const personal = await startPersonalChat(audience, member)
  const message = await ended.fetch(messageRoutes.upload, {
    form: { messageThreadId: group.id },
    files: [{ field: 'messageMedia', name: 'plan.txt', bytes: new TextEncoder().encode('meet at the hall') }],
  })
  const voiceNoteId = await insertVoiceNote(noroshi, audience, group.id)
  const feed = await insertFeed(noroshi, { audience, ended, deactivated, member })
  const page = await insertPage(noroshi, { audience, ended, deactivated, member })
  await ended.fetch(accountRoutes.logout, { body: {} })
  await deactivateUser(noroshi, deactivated)

  await insertFixtures(noroshi.db)

  const raise = () => noroshi.visitor.fetch(alertRoutes.raise, { body: { clientId: randomUUID() } })
  const [alert, other] = [await raise(), await raise()]
  const tokens = { own: alert.alertToken ?? '', other: other.alertToken ?? '' }
  const { alertMedias } = await noroshi.visitor.fetch(alertRoutes.upload, {
    form: { alertId: alert.id },
    files: [{ name: 'note.txt', bytes: new TextEncoder().encode('two of us') }],
    alertToken: tokens.own,
  })
  const call = await callGroup(member, [audience], group.id)
  await startRadio(audience, group.id)
  const radio = await openRadioPage(await audience.openSocket(), group.id)
  const { visitor } = noroshi
  return {
    noroshi,
    alertId: alert.id,
    mediaUrl: alertMedias[0]?.mediaUrl ?? '',
    groupId: group.id,
    messageId: message.id,
    messageMediaUrl: message.messageMedias[0]?.mediaUrl ?? '',
    voiceNoteId,
    memberId: member.id,
    personalId: personal.id,
    ...feed,
    ...page,
    radio,
    callId: call.id,
    callSessionId: call.sessions[0]?.id ?? '',
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

async function insertFeed(noroshi: TestServer, people: Record<'audience' | 'ended' | 'deactivated' | 'member', TestUser>) {
  const creator = await noroshi.admin('Ito')
  const { id: feedId } = await createFeed(creator)
  await addFeedMember(creator, feedId, people.audience, EVERY_FLAG)
  await addFeedMember(creator, feedId, people.ended)
  await addFeedMember(creator, feedId, people.deactivated)
  const member = await addFeedMember(creator, feedId, people.member, { canPost: true })
  const note = [{ name: 'level.txt', bytes: new TextEncoder().encode('2.4 m') }]
  const post = await createPost(creator, feedId, {}, note)
  const waiting = await createPost(people.member, feedId)
  const comment = await createComment(people.audience, post.id)
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

async function insertPage(noroshi: TestServer, people: Record<'audience' | 'ended' | 'deactivated' | 'member', TestUser>) {
  const creator = await noroshi.admin('Jun')
  const { id: pageId } = await createPage(creator, { title: 'What to pack', isPublic: false })
  for (const person of [people.ended, people.deactivated]) await addPageMember(creator, pageId, person, { canUpdate: true })
  const member = await addPageMember(creator, pageId, people.member, { canUpdate: true })
  await addPageMember(creator, pageId, people.audience, EVERY_PAGE_FLAG)
  const documentUrl = await uploadDocument(creator)
  await publishPage(creator, pageId, 'water', picture(documentUrl))
  const draft = await submitDraft(people.audience, pageId, 'water and rice')
  return { pageId, pageMemberId: member.id, draftId: draft.id, documentUrl }
}

/** Opens a socket with the tokens of this actor. */
export const openSocketAs = ({ noroshi, actors }: World, actor: Actor) => {
  const { caller, alertToken } = actors[actor]
  return noroshi.openSocket({
    ...(caller.token !== null && { token: caller.token }),
    ...(alertToken !== undefined && { alertTokens: [alertToken] }),
  })
}

/** @returns the id of a voice note whose transcript is complete */
async function insertVoiceNote({ db }: TestServer, speaker: TestUser, groupId: string): Promise<string> {
  const { messageMedias } = await speaker.fetch(messageRoutes.upload, {
    form: { messageThreadId: groupId },
    files: [{ field: 'messageMedia', name: 'note.bin', bytes: new Uint8Array([1]) }],
  })
  const id = messageMedias[0]?.id ?? ''
  await db.insertInto('file_transcripts').values({ file_id: id, language: 'en', state: 'complete', text: 'the rode' }).execute()
  return id
}
