import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountRoutes } from '@noroshi/contract/accounts/accounts.http'
import { emailRoutes } from '@noroshi/contract/accounts/email.http'
import { invitationImportRoutes } from '@noroshi/contract/accounts/invitation-import.http'
import { invitationProposalRoutes } from '@noroshi/contract/accounts/invitation-proposal.http'
import { passwordRoutes } from '@noroshi/contract/accounts/passwords.http'
import { personalDataRoutes } from '@noroshi/contract/accounts/personal-data.http'
import { secondFactorRoutes } from '@noroshi/contract/accounts/second-factor.http'
import { alarmAppRoutes } from '@noroshi/contract/alarm-app/alarm-app.http'
import { alertRoutes } from '@noroshi/contract/alerts/alerts.http'
import { alertHandlingRoutes } from '@noroshi/contract/alerts/handling.http'
import { responderLocationRoutes } from '@noroshi/contract/alerts/responder-locations.http'
import { callRoutes } from '@noroshi/contract/calls/calls.http'
import { commentRoutes } from '@noroshi/contract/comments/comments.http'
import { likeRoutes } from '@noroshi/contract/comments/likes.http'
import type { Route } from '@noroshi/contract/define'
import { deviceRoutes } from '@noroshi/contract/devices/devices.http'
import { familyRoutes } from '@noroshi/contract/families/families.http'
import { takRoutes } from '@noroshi/contract/exchange/tak.http'
import { postRoutes } from '@noroshi/contract/feeds/posts.http'
import { handsFreeRoutes } from '@noroshi/contract/hands-free/hands-free.http'
import { hotspotRoutes } from '@noroshi/contract/hotspot/hotspot.http'
import { httpsRoutes } from '@noroshi/contract/https/https.http'
import { lastSeenSharingRoutes } from '@noroshi/contract/accounts/last-seen-sharing.http'
import { lastSeenRoutes } from '@noroshi/contract/messaging/last-seen.http'
import { messageChangeRoutes } from '@noroshi/contract/messaging/message-changes.http'
import { messageSearchRoutes } from '@noroshi/contract/messaging/message-search.http'
import { messageRoutes } from '@noroshi/contract/messaging/messaging.http'
import { pollRoutes } from '@noroshi/contract/messaging/polls.http'
import { receiptRoutes } from '@noroshi/contract/messaging/receipts.http'
import { threadDraftRoutes } from '@noroshi/contract/messaging/thread-drafts.http'
import { threadMediaRoutes } from '@noroshi/contract/messaging/thread-media.http'
import { threadRoutes } from '@noroshi/contract/messaging/threads.http'
import { missingReportRoutes } from '@noroshi/contract/missing-reports/missing-reports.http'
import { documentRoutes } from '@noroshi/contract/pages/documents.http'
import { draftRoutes } from '@noroshi/contract/pages/drafts.http'
import { pageRoutes } from '@noroshi/contract/pages/pages.http'
import { personSearchRoutes } from '@noroshi/contract/person-searches/person-searches.http'
import { pushRoutes } from '@noroshi/contract/push/push.http'
import { radioRoutes } from '@noroshi/contract/radio/radio.http'
import { reportRoutes } from '@noroshi/contract/reports/reports.http'
import { API_BASE } from '@noroshi/contract/routes'
import { recordRoutes } from '@noroshi/contract/record/record.http'
import { receptionRoutes } from '@noroshi/contract/reception/reception.http'
import { selfServiceRoutes } from '@noroshi/contract/reception/self-service.http'
import { answerLinkRoutes, rollCallRoutes } from '@noroshi/contract/roll-calls/roll-calls.http'
import { sirenRoutes } from '@noroshi/contract/siren/siren.http'
import { speechRoutes } from '@noroshi/contract/speech/speech.http'
import { peerRoutes } from '@noroshi/contract/units/units.http'
import { ATTACKER, from, PROXY, SHELTER } from '#/testing/scenes/alert-sources.ts'
import type { Caller } from '#/testing/caller.ts'
import { registeredRoutes } from '#/testing/access/registered-routes.ts'
import { createScreens } from '#/testing/scenes/siren-screens.ts'
import { startTestServer, type TestServer } from '#/testing/test-server.ts'

type Limited = readonly [route: Route, max: number]

/** Requests a minute of one user. */
const OF_USERS: readonly Limited[] = [
  [passwordRoutes.change, 20],
  [emailRoutes.change, 20],
  [personalDataRoutes.export, 20],
  [personalDataRoutes.exportOf, 20],
  [personalDataRoutes.delete, 20],
  [personalDataRoutes.deleteOf, 20],
  [invitationImportRoutes.check, 120],
  [invitationImportRoutes.create, 60],
  [secondFactorRoutes.begin, 20],
  [secondFactorRoutes.renewRecoveryCodes, 20],
  [secondFactorRoutes.remove, 20],
  [alertRoutes.upload, 60],
  [alertRoutes.uploadMedia, 60],
  [alertRoutes.answer, 300],
  [alertHandlingRoutes.classify, 120],
  [alertHandlingRoutes.change, 120],
  [alertHandlingRoutes.assignees, 240],
  [alertHandlingRoutes.addNote, 120],
  [alertHandlingRoutes.raiserContacts, 120],
  [responderLocationRoutes.choose, 60],
  [responderLocationRoutes.report, 60],
  [threadRoutes.createGroup, 20],
  [threadRoutes.startPersonal, 60],
  [threadRoutes.addMembers, 120],
  [messageRoutes.upload, 60],
  [messageRoutes.setSpeechState, 60],
  [messageRoutes.speak, 30],
  [messageRoutes.speakMessage, 30],
  [messageSearchRoutes.search, 120],
  [postRoutes.create, 60],
  [postRoutes.edit, 60],
  [postRoutes.view, 600],
  [commentRoutes.create, 60],
  [commentRoutes.edit, 60],
  [likeRoutes.like, 120],
  [likeRoutes.unlike, 120],
  [pageRoutes.publish, 60],
  [draftRoutes.create, 60],
  [messageChangeRoutes.edit, 120],
  [messageChangeRoutes.delete, 120],
  [messageChangeRoutes.deleteSent, 120],
  [messageChangeRoutes.react, 120],
  [messageChangeRoutes.forward, 60],
  [messageChangeRoutes.pin, 120],
  [messageChangeRoutes.hide, 120],
  [pollRoutes.vote, 120],
  [pollRoutes.close, 120],
  [receiptRoutes.list, 60],
  [reportRoutes.message, 10],
  [reportRoutes.person, 10],
  [lastSeenRoutes.list, 120],
  [lastSeenSharingRoutes.set, 30],
  [takRoutes.share, 30],
  [threadDraftRoutes.set, 120],
  [threadMediaRoutes.list, 240],
  [threadRoutes.changeSettings, 120],
  [draftRoutes.review, 60],
  [documentRoutes.upload, 60],
  [callRoutes.startPersonal, 60],
  [callRoutes.startGroup, 60],
  [callRoutes.addMembers, 60],
  [callRoutes.rejoin, 60],
  [callRoutes.cancel, 60],
  [radioRoutes.start, 10],
  [radioRoutes.joinAlert, 10],
  [radioRoutes.shareLocation, 60],
  [pushRoutes.subscribe, 30],
  [alarmAppRoutes.link, 10],
  [alarmAppRoutes.test, 10],
  [speechRoutes.correctTranscript, 30],
  [speechRoutes.audioStream, 240],
  [handsFreeRoutes.understand, 60],
  [deviceRoutes.report, 30],
  [receptionRoutes.deskSecret, 240],
  [receptionRoutes.receive, 300],
  [receptionRoutes.leave, 300],
  [receptionRoutes.confirm, 300],
  [receptionRoutes.undoStay, 300],
  [receptionRoutes.undoLeaving, 300],
  [receptionRoutes.find, 240],
  [receptionRoutes.register, 240],
  [receptionRoutes.person, 240],
  [receptionRoutes.correct, 300],
  [receptionRoutes.forget, 300],
  [receptionRoutes.doubles, 240],
  [receptionRoutes.decide, 300],
  [receptionRoutes.headcount, 240],
  [selfServiceRoutes.look, 30],
  [selfServiceRoutes.enter, 30],
  [selfServiceRoutes.leave, 30],
  [recordRoutes.export, 240],
  [recordRoutes.exportAudit, 240],
  [personSearchRoutes.messages, 240],
  [personSearchRoutes.passOn, 240],
  [missingReportRoutes.list, 240],
  [missingReportRoutes.decide, 240],
  [rollCallRoutes.answer, 120],
  [rollCallRoutes.addPhoto, 20],
  [familyRoutes.answer, 120],
  [rollCallRoutes.createLink, 120],
  [rollCallRoutes.areaPreview, 60],
  [rollCallRoutes.createLinks, 100],
  [httpsRoutes.handOver, 30],
  [httpsRoutes.claim, 30],
]
/** Requests a minute of one address. */
const OF_ADDRESSES: readonly Limited[] = [
  [accountRoutes.register, 60],
  [accountRoutes.signOut, 60],
  [accountRoutes.login, 120],
  [passwordRoutes.forgotten, 20],
  [passwordRoutes.reset, 20],
  [emailRoutes.confirm, 20],
  [invitationProposalRoutes.read, 60],
  [sirenRoutes.pair, 10],
  [hotspotRoutes.continue, 10],
  [answerLinkRoutes.question, 300],
  [answerLinkRoutes.answer, 300],
  [peerRoutes.pair, 10],
  [peerRoutes.exchange, 900],
]
/** Requests a minute of one siren screen. */
const OF_SCREENS: readonly Limited[] = [[sirenRoutes.speak, 30]]

let noroshi: TestServer
beforeAll(async () => {
  noroshi = await startTestServer(PROXY)
})
afterAll(() => noroshi[Symbol.asyncDispose]())

const nameOf = ({ method, path }: Route) => `${method} ${API_BASE}${path}`
const rows = (limits: readonly Limited[]) => limits.map(([route, max]) => [nameOf(route), max, route] as const)

interface Client {
  readonly caller: Caller
  readonly address?: string
}

/** Sends requests without the input of their route, since they count before their input is parsed. */
async function expectLimit(route: Route, max: number, [limited, other]: readonly [Client, Client]) {
  const send = ({ caller, address = SHELTER }: Client, language = 'en') =>
    caller.request(route, { headers: { ...from(address), 'accept-language': language } })
  await noroshi.db.deleteFrom('rate_limits').execute()
  expect((await send(limited)).status).not.toBe(429)
  const counted = await noroshi.db
    .updateTable('rate_limits')
    .set({ count: max - 1 })
    .returning('key')
    .execute()
  expect(counted).toHaveLength(1)
  expect((await send(limited)).status).not.toBe(429)
  for (const [language, message] of [
    ['ja', '回数が多すぎます。しばらくお待ちください'],
    ['en', 'Too many attempts. Please wait a little'],
  ] as const) {
    const { status, body, headers } = await send(limited, language)
    expect([status, body]).toEqual([429, { code: 'tooManyRequests', message, issues: [] }])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  }
  expect((await send(other)).status).not.toBe(429)
}

test.each(rows(OF_USERS))('a user gets 429 for %s beyond %i a minute, and another user does not', async (_name, max, route) => {
  const [aiko, ben] = [await noroshi.admin('Aiko'), await noroshi.admin('Ben')]
  await expectLimit(route, max, [{ caller: aiko }, { caller: ben }])
})

test.each(rows(OF_ADDRESSES))(
  'an address gets 429 for %s beyond %i a minute, and another address does not',
  async (_name, max, route) => {
    const caller = noroshi.visitor
    await expectLimit(route, max, [
      { caller, address: ATTACKER },
      { caller, address: SHELTER },
    ])
  },
)

test.each(rows(OF_SCREENS))(
  'a siren screen gets 429 for %s beyond %i a minute, and another screen does not',
  async (_name, max, route) => {
    const { screen, otherScreen } = await createScreens(noroshi, await noroshi.admin('Gen'))
    await expectLimit(route, max, [{ caller: screen }, { caller: otherScreen }])
  },
)

test('every route with a limit is in the tables above', async () => {
  const limited = await registeredRoutes({}, ({ preHandler = [] }) => [preHandler].flat().length > 0)
  const tested = [...OF_USERS, ...OF_ADDRESSES, ...OF_SCREENS].map(([route]) => nameOf(route))
  expect(limited.filter((one) => !one.startsWith('HEAD ')).toSorted()).toEqual(tested.toSorted())
})
