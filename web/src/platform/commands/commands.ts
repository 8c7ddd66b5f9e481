import { useEffect } from 'react'
import type { Viewer } from '@noroshi/contract/define'
import { currentUser } from '../session/current-user.ts'
import type { MessageKey } from '../language/i18n.ts'

/** A person or a group that a command is about. */
export interface CommandTarget {
  /** The person; null for a group. */
  readonly userId: string | null
  /** The group, or the thread with the person; null if there is none yet. */
  readonly threadId: string | null
}

/** The commands of the application with their inputs. */
export interface CommandInputs {
  /** Opens the dialog of voice commands. */
  'voice.open': undefined
  /** Opens the chat with a person or of a group. A personal chat is created where there is none. */
  'chat.open': CommandTarget
  /** Calls a person, or lets the user choose whom of a group to call. */
  'call.start': CommandTarget
  'message.send': CommandTarget & { readonly text: string }
  /** Starts the countdown of an SOS. `isSpoken`: the user has said it, and may stop it by voice. */
  'sos.countDown': { readonly isSpoken: true } | undefined
  /** Ends the countdown of an SOS. Nothing is sent. */
  'sos.cancel': undefined
  /** Starts the radio chat of a group or with a person, or joins the running one. */
  'radio.start': CommandTarget
  /** Reads the unread messages aloud, and opens the first chat with some. */
  'messages.read': undefined
  /** Stops reading aloud in all tabs. */
  'reading.stop': undefined
}
export type CommandId = keyof CommandInputs

/** A command that needs no input, so that a menu or a shortcut can run it. */
export type PlainCommandId = { [Id in CommandId]: undefined extends CommandInputs[Id] ? Id : never }[CommandId]

/** The declaration of a command, which is available before its code is loaded. */
interface CommandFacts<Id extends CommandId> {
  readonly label: MessageKey
  /** `event.code` of the key that runs it together with Alt and Shift. */
  readonly shortcut?: Id extends PlainCommandId ? `Key${string}` : never
  /** Whether the user may run it. The server decides about the action itself. */
  readonly ability: (viewer: Viewer) => boolean
}

const anyone = () => true
const isSignedIn = (viewer: Viewer) => viewer !== null

/** All actions that voice, menus, buttons and keyboard shortcuts share. */
const catalogue: { readonly [Id in CommandId]: CommandFacts<Id> } = {
  'voice.open': { label: 'handsFree.open', shortcut: 'KeyV', ability: isSignedIn },
  'chat.open': { label: 'messages.message', ability: isSignedIn },
  'call.start': { label: 'calls.call', ability: isSignedIn },
  'message.send': { label: 'messages.send', ability: isSignedIn },
  'sos.countDown': { label: 'alerts.sos.name', shortcut: 'KeyS', ability: anyone },
  'sos.cancel': { label: 'alerts.sos.cancel', ability: anyone },
  'radio.start': { label: 'radio.start', ability: isSignedIn },
  'messages.read': { label: 'messages.readUnread', shortcut: 'KeyM', ability: isSignedIn },
  'reading.stop': { label: 'speech.stop', shortcut: 'KeyX', ability: isSignedIn },
}

/** The code of commands. It rejects if the command failed: the caller reports it. */
type CommandHandlers = { readonly [Id in CommandId]?: (input: CommandInputs[Id]) => void | Promise<void> }

let handlers: CommandHandlers = {}

/**
 * Registers the code of commands.
 * @returns the function that removes it, except code that a newer registration has replaced
 */
export function registerCommands(added: CommandHandlers): () => void {
  handlers = { ...handlers, ...added }
  return () => {
    // `as`: the keys of handlers are ids
    const isKept = ([id, run]: [string, unknown]) => added[id as CommandId] !== run
    handlers = Object.fromEntries(Object.entries(handlers).filter(isKept))
  }
}

/** {@link registerCommands} while a component is mounted. `added` must be stable. */
export function useCommands(added: CommandHandlers): void {
  useEffect(() => registerCommands(added), [added])
}

/** Returns the message key of the label of a command. */
export const labelOf = (id: CommandId): MessageKey => catalogue[id].label

/** Returns whether a user may run a command. */
export const mayRun = (id: CommandId, viewer: Viewer): boolean => catalogue[id].ability(viewer)

/**
 * Runs a command.
 * @returns false if the user may not run it, or its code is not loaded.
 * @throws the error of a command that failed
 */
export async function runCommand<Id extends CommandId>(id: Id, input: CommandInputs[Id]): Promise<boolean> {
  const run = handlers[id]
  if (!run || !mayRun(id, currentUser())) return false
  await run(input)
  return true
}

/**
 * Returns the command of a keyboard shortcut if the user may run it; null otherwise.
 * @param code `event.code` of its key
 */
export function commandOfShortcut(code: string): PlainCommandId | null {
  // `as`: only commands without an input have a shortcut.
  const ids = Object.keys(catalogue) as PlainCommandId[]
  return ids.find((id) => catalogue[id].shortcut === code && handlers[id] && mayRun(id, currentUser())) ?? null
}

/** Returns the shortcut of a command as the attribute `aria-keyshortcuts`; undefined if it has none. */
export function shortcutOf(id: PlainCommandId): string | undefined {
  const { shortcut } = catalogue[id]
  return shortcut && `Alt+Shift+${shortcut.slice('Key'.length)}`
}
