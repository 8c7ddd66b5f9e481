import { useEffect } from 'react'
import type { Viewer } from '@noroshi/contract/define'
import type { PersonState } from '@noroshi/contract/roll-calls/roll-calls'
import { currentUser } from '../session/current-user.ts'
import type { MessageKey } from '../language/i18n.ts'
import { shortcutText } from './shortcut-text.ts'

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
  /** Answers the open roll-call that asks the user by voice. */
  'rollCall.answer': { readonly state: PersonState }
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
  /** Opens the list from which the user goes to another chat. */
  'chats.switch': undefined
  /** Goes to the next, and to the previous, alert of the list on the screen. */
  'alert.next': undefined
  'alert.previous': undefined
  /** Opens the list of shortcuts. */
  'shortcuts.show': undefined
}
export type CommandId = keyof CommandInputs

/** A command that needs no input, so that a menu or a shortcut can run it. */
export type PlainCommandId = { [Id in CommandId]: undefined extends CommandInputs[Id] ? Id : never }[CommandId]

/** A single character, or a letter with other keys: Mod is Ctrl, or Command on Apple devices. */
export type Shortcut = '/' | '?' | 'j' | 'k' | `Alt+Shift+${string}` | `Mod+${string}`

/** The declaration of a command, which is available before its code is loaded. */
interface CommandFacts<Id extends CommandId> {
  readonly label: MessageKey
  /** The label in the list of shortcuts, if that of its button explains the button. */
  readonly listed?: MessageKey
  /** The keys that run it, the first of which is announced. */
  readonly shortcuts?: Id extends PlainCommandId ? readonly Shortcut[] : never
  /** Whether the user may run it. The server decides about the action itself. */
  readonly ability: (viewer: Viewer) => boolean
}

const anyone = () => true
const isSignedIn = (viewer: Viewer) => viewer !== null

/** All actions that voice, menus, buttons and keyboard shortcuts share. */
const catalogue: { readonly [Id in CommandId]: CommandFacts<Id> } = {
  'voice.open': { label: 'handsFree.open', shortcuts: ['Alt+Shift+V'], ability: isSignedIn },
  'chat.open': { label: 'messages.message', ability: isSignedIn },
  'call.start': { label: 'calls.call', ability: isSignedIn },
  'message.send': { label: 'messages.send', ability: isSignedIn },
  'rollCall.answer': { label: 'handsFree.answerRollCall', ability: isSignedIn },
  'sos.countDown': { label: 'alerts.sos.name', listed: 'shortcuts.sos', shortcuts: ['Alt+Shift+S'], ability: anyone },
  'sos.cancel': { label: 'alerts.sos.cancel', ability: anyone },
  'radio.start': { label: 'radio.start', ability: isSignedIn },
  'messages.read': { label: 'messages.readUnread', shortcuts: ['Alt+Shift+M'], ability: isSignedIn },
  'reading.stop': { label: 'speech.stop', shortcuts: ['Alt+Shift+X'], ability: isSignedIn },
  'chats.switch': { label: 'shortcuts.switchChat', shortcuts: ['Mod+K', '/'], ability: isSignedIn },
  'alert.next': { label: 'shortcuts.nextAlert', shortcuts: ['j'], ability: isSignedIn },
  'alert.previous': { label: 'shortcuts.previousAlert', shortcuts: ['k'], ability: isSignedIn },
  'shortcuts.show': { label: 'shortcuts.title', shortcuts: ['?'], ability: anyone },
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

// `as`: only commands without an input have shortcuts.
const plainIds = Object.keys(catalogue) as PlainCommandId[]
const shortcutsOf = (id: PlainCommandId): readonly Shortcut[] => catalogue[id].shortcuts ?? []

/** Returns the command of a keyboard shortcut if the user may run it; null otherwise. */
export const commandOfShortcut = (shortcut: string): PlainCommandId | null =>
  plainIds.find((id) => shortcutsOf(id).some((each) => each === shortcut) && handlers[id] && mayRun(id, currentUser())) ?? null

/** Returns the commands with shortcuts that a user may run. */
export const commandsWithShortcuts = (viewer: Viewer) =>
  plainIds
    .filter((id) => mayRun(id, viewer))
    .map((id) => ({ label: catalogue[id].listed ?? labelOf(id), shortcuts: shortcutsOf(id) }))
    .filter(({ shortcuts }) => shortcuts.length > 0)

/** Returns the shortcut of a command as the attribute `aria-keyshortcuts`; undefined if it has none. */
export function shortcutOf(id: PlainCommandId): string | undefined {
  const [first] = shortcutsOf(id)
  return first && shortcutText(first).keys
}
