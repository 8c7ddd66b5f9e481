import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callOf } from '@noroshi/contract/calls/call-status'
import { ProfileHead } from '../features/accounts/components/profile-head.tsx'
import { RowList } from '../features/accounts/invitation-import/row-list.tsx'
import { AlertHead } from '../features/alerts/components/alert-head.tsx'
import { AlertRow } from '../features/alerts/components/alert-row.tsx'
import { AlertSummary } from '../features/alerts/components/alert-summary.tsx'
import { LedgerDialog } from '../features/alerts/components/ledger-dialog.tsx'
import { fakeAlert, fakePerson } from '../features/alerts/testing/fake-alerts.ts'
import { CallRow } from '../features/calls/components/call-row.tsx'
import { CallTile } from '../features/calls/components/call-tile.tsx'
import { IncomingBanner } from '../features/calls/components/incoming-banner.tsx'
import { aCall } from '../features/calls/testing/fake-calls.ts'
import { CommentRow } from '../features/comments/components/comment-row.tsx'
import { aComment } from '../features/comments/testing/fake-comments.ts'
import { VoiceChoices } from '../features/hands-free/components/voice-choices.tsx'
import { JoinSteps } from '../features/https/components/join-steps.tsx'
import { GroupInfoDialog } from '../features/messaging/groups/group-info-dialog.tsx'
import { ThreadRow } from '../features/messaging/components/thread-row.tsx'
import { aThread } from '../features/messaging/testing/fake-threads.ts'
import { DraftRequests } from '../features/pages/components/draft-requests.tsx'
import { PageByline } from '../features/pages/components/page-byline.tsx'
import { aDraft, aPage, cardOf } from '../features/pages/testing/fake-pages.ts'
import type { OpenPage } from '../features/pages/use-page.ts'
import { IncomingRadioPopup } from '../features/radio/components/incoming-radio-popup.tsx'
import { PeopleDialog } from '../features/radio/components/people-dialog.tsx'
import { LiveRow, RadioMessage } from '../features/radio/components/radio-message.tsx'
import { RadioThreads } from '../features/radio/components/radio-threads.tsx'
import { aMessage, aRadioChat } from '../features/radio/testing/fake-radio.ts'
import { AlarmFacts } from '../overlays/alarm/alarm-facts.tsx'
import { setCurrentUser } from '../platform/session/current-user.ts'
import { setAccessToken } from '../platform/session/session.ts'
import { clearStored } from '../platform/session/storage.ts'
import { renderPage } from '../testing/render-page.tsx'
import { ChatBubble } from '../shared/chat/chat-bubble.tsx'
import { MemberRow } from '../shared/people/member-row.tsx'
import { TopSlot } from '../ui/dialogs/top-slot.tsx'

const NAME = 'Haruka'
const me = 'me'
const noop = () => undefined
const haruka = fakePerson(NAME)
const alert = fakeAlert(1, { raisedBy: haruka, resolvedBy: haruka, resolvedAt: '2026-11-21T10:00:00.000Z' })
const sharedCall = aCall({ id: 'call', HostUserId: haruka.id }, [me])
const call = callOf(
  { ...sharedCall, people: [haruka, fakePerson('Me')].map((each, index) => (index ? { ...each, id: me } : each)) },
  me,
)
const [session] = call.sessions
const page = aPage(1, { createdBy: haruka })
const invited = { number: 1, firstName: NAME, lastName: '', email: '', phone: '', problem: null, remark: null }
const group = aThread(1, { isGroup: true })
const namedGroup = { ...group, group: group.group && { ...group.group, name: NAME } }
const radioThread = {
  thread: aThread(2, { recipient: haruka }),
  radioChat: null,
  latestMessage: null,
  unreadRadioCount: 0,
  deliveredSeq: 0,
  seenSeq: 0,
}

/** The replies of the server, by the end of their path. */
const replies: Readonly<Record<string, unknown>> = {
  '/ledger': {
    counts: alert.counts,
    countsVersion: 1,
    items: [{ user: haruka, deliveredAt: null, seenAt: null, answer: 'responding', answeredAt: alert.createdAt }],
    notReached: [],
  },
  '/drafts/pending': { items: [{ ...aDraft(page, haruka), content: page.content }], nextCursor: null },
  [`/message-threads/${group.id}`]: namedGroup,
}

beforeEach(() => {
  vi.spyOn(window, 'fetch').mockImplementation(async (url) => {
    const { pathname } = new URL(new Request(url).url)
    const [, reply] = Object.entries(replies).find(([end]) => pathname.endsWith(end)) ?? []
    if (reply === undefined) throw new TypeError('no network')
    return Response.json(reply)
  })
  setAccessToken('token')
  setCurrentUser({ id: me, isAdmin: false })
})
afterEach(() => {
  clearStored()
  setCurrentUser(null)
  vi.restoreAllMocks()
})

/** The elements whose whole text is the given one. */
function elementsWith(text: string): Element[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found: Element[] = []
  while (walker.nextNode()) {
    const { textContent, parentElement } = walker.currentNode
    if (textContent?.trim() === text && parentElement) found.push(parentElement)
  }
  return found
}

/** Shows the content, and expects that browsers translate no element that contains only the text. */
async function expectUntranslated(content: ReactNode, text: string): Promise<void> {
  await renderPage(content)
  await expect.poll(() => elementsWith(text).length).toBeGreaterThan(0)
  expect(elementsWith(text).filter((element) => !element.closest('[translate=no]'))).toEqual([])
}

const contents: Readonly<Record<string, ReactNode>> = {
  'a row of members': (
    <MemberRow person={haruka} you="You">
      {null}
    </MemberRow>
  ),
  'a message': <ChatBubble from={haruka} isFirst isLast time="09:00" at={alert.createdAt} />,
  'a thread': <ThreadRow thread={aThread(1, { recipient: haruka })} isCurrent={false} isLatestHidden={false} now={new Date()} />,
  'the details of a group': <GroupInfoDialog threadId={group.id} onClose={noop} />,
  'a profile': <ProfileHead person={{ ...haruka, email: 'haruka@example.org' }} />,
  'an alert in a list': <AlertRow alert={alert} isCurrent={false} />,
  'the head of an alert': <AlertHead alert={alert} />,
  'a question about an alert': <AlertSummary alert={alert} />,
  'an alarm': <AlarmFacts alert={alert} onMedia={noop} />,
  'the ledger': <LedgerDialog alertId={alert.id} onClose={noop} />,
  'a call in the history': <CallRow call={call} />,
  'an incoming call': <Window>{session && <IncomingBanner call={call} session={session} />}</Window>,
  'a participant of a call': <Tile />,
  'a question which contact a voice command means': (
    <VoiceChoices choices={[{ name: NAME, recipientUserId: haruka.id, messageThreadId: null }]} onChoose={noop} />
  ),
  'a row of a file with people to invite': <RowList rows={[{ person: invited, note: '', tone: 'plain' }]} />,
  'a comment': <CommentRow comment={aComment(1, { user: haruka })} />,
  'a page': <PageByline page={cardOf(page)} />,
  // `as`: the list reads nothing else
  'a draft that awaits approval': <DraftRequests open={{ page } as OpenPage} />,
  'an incoming radio chat': <IncomingRadioPopup threadName={NAME} startedBy={haruka} onAccept={noop} onIgnore={noop} />,
  'a radio chat in a list': <RadioThreads rows={[radioThread]} error={null} refetch={vi.fn()} hiddenIds={new Set()} />,
  'a radio message': <RadioMessage message={aMessage(1, { sender: haruka })} note={null} reactions={null} myId={me} />,
  'a radio transmission': <LiveRow speaker={haruka} isMine={false} draft="" />,
  'the people of a radio chat': (
    <PeopleDialog radioChat={aRadioChat({ members: [haruka] })} floor={null} myId={me} onClose={noop} />
  ),
}

test.each(Object.entries(contents))('browsers do not translate the name in %s', (_what, content) =>
  expectUntranslated(content, NAME),
)

test('browsers do not translate the fingerprint of a certificate', () =>
  expectUntranslated(<JoinSteps fingerprint="AB:CD:EF" />, 'AB:CD:EF'))

function Window({ children }: { children: ReactNode }) {
  return (
    <>
      <TopSlot isWindow />
      {children}
    </>
  )
}

function Tile() {
  return <CallTile person={haruka} name={NAME} label="" stream={null} hasCamera={false} isScreen={false} isMuted={false} />
}
