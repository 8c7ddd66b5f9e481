import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Route } from './define.ts'
import { operations } from './routes.ts'

/** Characters above which a text counts as long. Names and search texts are shorter. */
const LONG = 250

/** Routes with a long text or files that have no budget, with the reason. */
const EXEMPT: ReadonlySet<string> = new Set([
  'peopleEditProfile', // replaces the own profile
  'emailChange', // replaces the own address
  'draftsReview', // replaces the remarks of a draft, which has a budget
  'postsReview', // replaces the remarks of a post, which has a budget
  'threadDraftsSet', // replaces the draft of the thread; their number has a limit
  'messagesSpeak', // stores nothing
  'handsFreeUnderstand', // stores nothing
  'dependantsSetDetails', // replaces the own details
  'rollCallsClose', // once for each roll-call, whose question has a budget
  'speechAudioStream', // counts what becomes a recording, and no spoken command
  'pushSubscribe', // replaces the subscription of the session
])

/** Whether an input may contain a text without a limit, or with one above {@link LONG}. */
function hasLongText(schema: z.ZodType | undefined): boolean {
  if (schema === undefined) return false
  const found: boolean[] = []
  const visit = (node: unknown) => {
    if (typeof node !== 'object' || node === null) return
    if ('type' in node && node.type === 'string' && !('format' in node) && !('enum' in node) && !('const' in node))
      found.push(!('maxLength' in node) || Number(node.maxLength) > LONG)
    for (const inner of Object.values(node)) visit(inner)
  }
  visit(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
  return found.includes(true)
}

const isWriteOfUser = ({ method, access }: Route) => !['GET', 'DELETE'].includes(method) && ['member', 'token'].includes(access)

test('each route with which a user stores a long text or files counts to a daily limit', () => {
  const storing = operations.filter(({ route }) => {
    const { form, body }: Route = route
    return isWriteOfUser(route) && (form !== undefined || hasLongText(body))
  })
  expect(storing.length).toBeGreaterThan(15)
  const uncounted = storing.filter(({ route }) => (route as Route).budget === undefined).map(({ operationId }) => operationId)
  expect(uncounted.toSorted()).toEqual([...EXEMPT].toSorted())
})

test('what ends or answers an alarm, and the SOS itself, counts to no limit', () => {
  const free = [
    'alertsRaise',
    'alertsResolve',
    'alertsAnswer',
    'alertsReopen',
    'messagesSetStatus',
    'messagesSetStatuses',
    'callsAccept',
  ]
  for (const { operationId, route } of operations)
    if (free.includes(operationId)) expect((route as Route).budget, operationId).toBeUndefined()
})
