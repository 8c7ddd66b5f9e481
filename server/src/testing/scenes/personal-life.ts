import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { peopleRoutes } from '@noroshi/contract/accounts/people.http'
import { unitRoutes } from '@noroshi/contract/accounts/unit.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { messageChangeRoutes } from '@noroshi/contract/messaging/message-changes.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { pollRoutes } from '@noroshi/contract/messaging/polls.http'
import { threadDraftRoutes } from '@noroshi/contract/messaging/thread-drafts.http'
import { radioRoutes } from '@noroshi/contract/radio/radio.http'
import { reportRoutes } from '@noroshi/contract/reports/reports.http'
import { newId } from '#/db/ids.ts'
import { PASSWORD, PNG } from '../access/request-values.ts'
import type { TestServer, TestUser } from '../test-server.ts'
import { createGroup, markThread, sendMessage, startPersonalChat } from './chats.ts'
import { createComment, createFeed, createPost, FREE, likePost } from './feeds.ts'
import { createPage, publishPage, submitDraft } from './pages.ts'
import { raise, resolve } from './push-devices.ts'

/** Words of a user that a deletion of the account removes contain the first one, words that stay the second one. */
export const GONE = 'quokkagone'
/** As GONE, where only kana are accepted. */
export const GONE_KANA = 'くおっかごん'
export const KEPT = 'quokkakept'

const bytes = (text: string) => new TextEncoder().encode(text)

/** A user who has written something unusual everywhere, with the messages of others about them. */
export async function livePersonalLife(noroshi: TestServer, person: TestUser, other: TestUser) {
  await giveProfile(noroshi, person)
  const chats = await writeInChats(person, other)
  const alertId = await raiseAndResolve(person, other)
  const { feed, post } = await publish(person)
  await person.fetch(unitRoutes.invite, { body: { label: `${GONE} link`, expiresInDays: 2, maxUses: 3 } })
  await person.fetch(reportRoutes.person, { params: { id: other.id }, body: { reason: `${KEPT} reason` } })
  await other.fetch(reportRoutes.person, { params: { id: person.id }, body: { reason: `${KEPT} answer` } })
  return { ...chats, alertId, feed, post }
}

async function giveProfile({ db, visitor }: TestServer, person: TestUser): Promise<void> {
  const params = { id: person.id }
  const { email } = await person.fetch(peopleRoutes.editProfile, {
    params,
    body: {
      firstName: `${GONE}First`,
      lastName: `${GONE}Last`,
      nameReading: GONE_KANA,
      gender: 'Female',
      phoneNumber: '+81 90-1234-5678',
      addressLineOne: `${GONE}Street`,
      addressLineTwo: `${GONE}House`,
      city: `${GONE}City`,
      state: `${GONE}State`,
      postalAreaCode: '980-0811',
      country: `${GONE}Country`,
    },
  })
  await person.fetch(peopleRoutes.changeAvatar, { params, files: [{ name: `${GONE}.png`, bytes: PNG }] })
  await person.fetch(accountRoutes.chooseSharing, { body: { mode: 'always' } })
  await person.fetch(accountRoutes.shareLocation, { body: { latitude: 38, longitude: 140, accuracy: 5 } })
  const invitation = { id: newId(), code_hash: Buffer.from('hash'), label: '', max_uses: 1, used_count: 1, batch_id: newId() }
  await db
    .insertInto('invitations')
    .values({ ...invitation, position: 0, email, first_name: `${GONE}First`, expires_at: new Date() })
    .execute()
  await visitor.fetch(accountRoutes.login, { body: { email, password: PASSWORD }, headers: { 'user-agent': `${GONE} Browser` } })
}

async function writeInChats(person: TestUser, other: TestUser) {
  const personal = await startPersonalChat(person, other)
  const group = await createGroup(person, [other], `${KEPT} group`)
  for (const { id } of [personal, group]) {
    const edited = await sendMessage(person, id, `${GONE} at first`)
    await person.fetch(messageChangeRoutes.edit, { params: { id: edited.id }, body: { text: `${GONE} now` } })
    const files = [{ field: 'messageMedia', name: `${GONE}.txt`, bytes: bytes(`${GONE} file`) }]
    const sent = await person.fetch(messageRoutes.upload, { form: { messageThreadId: id, text: `${GONE} text` }, files })
    await sendMessage(other, id, 'yes', { replyToId: sent.id })
    await person.fetch(threadDraftRoutes.set, { params: { id }, body: { text: `${GONE} draft` } })
    await markThread(person, id)
  }
  const mention = `@${GONE}First ${GONE}Last`
  const mentioning = await sendMessage(other, group.id, `where is ${mention} now`, {
    mentions: [{ userId: person.id, start: 9, length: mention.length }],
  })
  await sendMessage(person, group.id, 'here', { replyToId: mentioning.id })
  const poll = { options: [`${GONE} one`, `${GONE} two`], isMultiple: false, closesAt: null }
  const asked = await sendMessage(person, group.id, `${GONE} question`, { poll })
  await other.fetch(pollRoutes.vote, { params: { id: asked.id }, body: { optionIds: [0] } })
  const reported = await sendMessage(person, group.id, `${KEPT} rude`)
  await other.fetch(reportRoutes.message, { params: { id: reported.id }, body: { reason: '' } })
  await person.fetch(messageChangeRoutes.react, { params: { id: mentioning.id }, body: { emoji: '👍' } })
  await person.fetch(radioRoutes.start, { params: { threadId: personal.id } })
  return { personalId: personal.id, groupId: group.id, mentioningId: mentioning.id }
}

async function raiseAndResolve(person: TestUser, other: TestUser): Promise<string> {
  const { id } = await raise(person, `${KEPT} help`)
  await person.fetch(alertRoutes.sendMessage, { body: { alertId: id, text: `${KEPT} at the bridge` } })
  await other.fetch(alertRoutes.answer, { params: { id }, body: { answer: 'responding' } })
  await resolve(person, id)
  return id
}

async function publish(person: TestUser) {
  const feed = await createFeed(person, { ...FREE, name: `${KEPT} feed` })
  const files = [{ name: `${KEPT}.txt`, bytes: bytes(`${KEPT} post file`) }]
  const post = await createPost(person, feed.id, { textContent: `${KEPT} post` }, files)
  await createComment(person, post.id, `${KEPT} comment`)
  await likePost(person, post.id)
  const page = await createPage(person, { title: `${KEPT} page` })
  await publishPage(person, page.id, `${KEPT} content`)
  await submitDraft(person, page.id, `${GONE} draft`)
  return { feed, post }
}
