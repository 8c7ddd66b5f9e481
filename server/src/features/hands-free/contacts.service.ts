import type { Person } from '@noroshi/contract/accounts/accounts.http'
import { nameIn } from '@noroshi/contract/accounts/person-name'
import { type Contact, halvesOf } from '@noroshi/contract/hands-free/contacts'
import type { CommandRecipient } from '@noroshi/contract/hands-free/hands-free.http'
import type { Language } from '@noroshi/contract/i18n'
import { HANDS_FREE_NAMES_MAX } from '@noroshi/contract/limits'
import type { Deps } from '#/deps.ts'
import { nameReadingsOf } from '#/features/accounts/people/people-by-id.service.ts'
import { listGroupMembers } from '#/features/alerts/chat/alert-people.service.ts'
import { listThreads } from '#/features/messaging/threads.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'

/** Contacts by the id that the grammar has for them. */
export interface Contacts {
  readonly contacts: readonly Contact[]
  readonly recipients: ReadonlyMap<string, CommandRecipient>
}

/**
 * The people and groups whom the viewer's commands can name, the latest chats first: personal chats without a block,
 * groups, and the people of the viewer's alert groups.
 */
export async function contactsOf(deps: Deps, viewer: SignedIn, language: Language): Promise<Contacts> {
  const [personal, groups, fellows] = [
    await listThreads(deps, viewer, 'personal'),
    await listThreads(deps, viewer, 'group'),
    await listGroupMembers(deps, viewer, undefined, HANDS_FREE_NAMES_MAX),
  ]
  const blocked = new Set<string>()
  const people = new Map<string, { person: Person; threadId: string | null }>()
  for (const { id, recipient, hasAccepted, hasRecipientBlocked } of personal.items) {
    if (recipient === null) continue
    if (hasAccepted === false || hasRecipientBlocked) blocked.add(recipient.id)
    else people.set(recipient.id, { person: recipient, threadId: id })
  }
  for (const person of fellows.items)
    if (person.id !== viewer.id && !blocked.has(person.id) && !people.has(person.id))
      people.set(person.id, { person, threadId: null })
  const readings = await nameReadingsOf(deps.db, [...people.keys()])
  return joined([
    ...[...people.values()].map((each) => ofPerson(each.person, each.threadId, readings.get(each.person.id) ?? '', language)),
    ...groups.items.map(({ id, group }) => ofGroup(id, group?.name ?? '')),
  ])
}

/** The same for people who are found by their name and are not contacts. */
export async function contactsAmong(
  deps: Deps,
  viewer: SignedIn,
  people: readonly Person[],
  language: Language,
): Promise<Contacts> {
  const others = people.filter(({ id }) => id !== viewer.id)
  const readings = await nameReadingsOf(
    deps.db,
    others.map(({ id }) => id),
  )
  return joined(others.map((person) => ofPerson(person, null, readings.get(person.id) ?? '', language)))
}

const joined = (all: readonly { contact: Contact; recipient: CommandRecipient }[]): Contacts => ({
  contacts: all.map(({ contact }) => contact),
  recipients: new Map(all.map(({ contact, recipient }) => [contact.id, recipient])),
})

const partsOf = (person: Pick<Person, 'firstName' | 'lastName'>) =>
  [person.firstName, person.lastName].filter((part) => part !== '')

/** @param reading the name in kana, family name first, as a Japanese form asks for it; '' where it is unknown */
function ofPerson(person: Person, messageThreadId: string | null, reading: string, language: Language) {
  const readings = reading.split(/\s+/).filter(Boolean).toReversed()
  return {
    contact: { id: person.id, names: partsOf(person), readings },
    recipient: { name: nameIn(language, person), recipientUserId: person.id, messageThreadId },
  }
}

const ofGroup = (id: string, name: string) => ({
  contact: { id, names: [name], readings: [], otherNames: halvesOf(name) },
  recipient: { name, recipientUserId: null, messageThreadId: id },
})
