import { nameIn } from '@noroshi/contract/accounts/person-name'
import type { CommandRecipient, SpokenCommand } from '@noroshi/contract/hands-free/hands-free.http'
import { COMMAND_LANGUAGES, type CommandKind, commandLanguageOf } from '@noroshi/contract/hands-free/phrases'
import { type Understood, understand } from '@noroshi/contract/hands-free/understand'
import type { Language } from '@noroshi/contract/i18n'
import type { Deps } from '#/deps.ts'
import { searchPeople } from '#/features/accounts/people/profile.service.ts'
import { listRadioThreads } from '#/features/radio/radio.service.ts'
import type { SignedIn } from '#/http/authenticate.ts'
import { AppError } from '#/http/errors.ts'
import { type Contacts, contactsAmong, contactsOf } from './contacts.service.ts'

/**
 * Understands a command. It does nothing else: the page asks for a confirmation and runs it with the rights of the
 * session.
 * @throws command.notUnderstood (400); command.nameNotFound (404) for a name that no active user and no group of the
 * viewer has;
 *   command.noRadio (404) for a radio chat without a name when the viewer has had none.
 */
export async function understandCommand(deps: Deps, viewer: SignedIn, language: Language, text: string): Promise<SpokenCommand> {
  const contacts = await contactsOf(deps, viewer, language)
  const understood = understandIn(language, text, contacts)
  if (understood === null) throw new AppError('command.notUnderstood')
  if (understood.unknownName !== null)
    return commandOf(await amongAllPeople(deps, viewer, language, text, understood.unknownName))
  if (understood.kind === 'asrChat' && understood.contactIds.length === 0) return latestRadio(deps, viewer, language)
  return commandOf({ understood, contacts })
}

/** In the language of the caller, else in another one: names and commands are mixed in practice. */
function understandIn(language: Language, text: string, { contacts }: Contacts): Understood | null {
  const own = commandLanguageOf(language)
  const others = COMMAND_LANGUAGES.filter((each) => each !== own)
  const found = [own, ...others].map((each) => understand(text, each, contacts))
  return found.find((each) => each !== null && each.unknownName === null) ?? found.find((each) => each !== null) ?? null
}

interface Named {
  readonly understood: Understood
  readonly contacts: Contacts
}

/** Any active user can be named, as in the search. */
async function amongAllPeople(deps: Deps, viewer: SignedIn, language: Language, text: string, name: string): Promise<Named> {
  const contacts = await contactsAmong(deps, viewer, await searchPeople(deps, name), language)
  const understood = understandIn(language, text, contacts)
  if (understood === null || understood.contactIds.length === 0) throw new AppError('command.nameNotFound', { name })
  return { understood, contacts }
}

function commandOf({ understood: { kind, contactIds, body }, contacts: { recipients } }: Named): SpokenCommand {
  const found = contactIds.flatMap((id) => recipients.get(id) ?? [])
  const [only] = found
  return found.length > 1 ? { ...reply(kind, null, body), choices: found } : reply(kind, only ?? null, body)
}

const reply = (command: CommandKind, recipient: CommandRecipient | null, message: string | null): SpokenCommand => ({
  command,
  recipientUserId: recipient?.recipientUserId ?? null,
  messageThreadId: recipient?.messageThreadId ?? null,
  message,
  alertId: null,
  recipientName: recipient?.name ?? null,
  choices: [],
})

/** A radio chat without a name: the one that runs, else the last one. */
async function latestRadio(deps: Deps, viewer: SignedIn, language: Language): Promise<SpokenCommand> {
  const { items } = await listRadioThreads(deps, viewer)
  const latest = items.find(({ radioChat }) => radioChat !== null) ?? items[0]
  if (latest === undefined) throw new AppError('command.noRadio')
  const { id, group, recipient } = latest.thread
  const name = group?.name ?? (recipient ? nameIn(language, recipient) : '')
  return reply('asrChat', { name, recipientUserId: recipient?.id ?? null, messageThreadId: id }, null)
}
