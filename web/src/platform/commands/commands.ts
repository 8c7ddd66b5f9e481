import { useEffect } from 'react'
import type { Viewer } from '@noroshi/contract/define'
import { currentUser } from '../current-user.ts'
import type { MessageKey } from '../i18n.ts'

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

/** One action of the application. Voice, menus and keyboard shortcuts run the same. */
export interface Command<Id extends CommandId = CommandId> {
  readonly id: Id
  readonly label: MessageKey
  /** `event.code` of the key that runs it together with Alt and Shift; only for commands that need no input. */
  readonly shortcut?: `Key${string}`
  /** Whether the user may run it. The server decides about the action itself. */
  readonly ability: (viewer: Viewer) => boolean
  /** Rejects if it failed: the caller reports it. */
  readonly run: (input: CommandInputs[Id]) => void | Promise<void>
}

type AnyCommand = { [Id in CommandId]: Command<Id> }[CommandId]

const catalogue = new Map<CommandId, AnyCommand>()

/** Whether someone is signed in: the ability of most commands. */
export const isSignedIn = (viewer: Viewer): boolean => viewer !== null

/** Adds commands to the catalogue. @returns the function that removes them */
export function registerCommands(commands: readonly AnyCommand[]): () => void {
  for (const command of commands) catalogue.set(command.id, command)
  return () => {
    for (const command of commands) if (catalogue.get(command.id) === command) catalogue.delete(command.id)
  }
}

/** {@link registerCommands} while a component is mounted. `commands` must be stable. */
export function useCommands(commands: readonly AnyCommand[]): void {
  useEffect(() => registerCommands(commands), [commands])
}

/** Returns a command that the user may run; null while its code is not loaded, or without the ability. */
export function commandOf<Id extends CommandId>(id: Id): Command<Id> | null {
  // `as`: the catalogue has each command by its own id.
  const command = catalogue.get(id) as Command<Id> | undefined
  return command?.ability(currentUser()) === true ? command : null
}

/** Returns the command of a shortcut that the user may run; null if there is none. @param code `event.code` of its key */
export function commandOfShortcut(code: string): Command<'voice.open'> | null {
  const command = [...catalogue.values()].find(({ shortcut }) => shortcut === code)
  // `as`: commands with a shortcut need no input, as this one.
  return command?.ability(currentUser()) === true ? (command as Command<'voice.open'>) : null
}

/** Runs a command. @returns false if the user may not run it now. @throws the error of a command that failed */
export async function runCommand<Id extends CommandId>(id: Id, input: CommandInputs[Id]): Promise<boolean> {
  const command = commandOf(id)
  await command?.run(input)
  return command !== null
}

/** Returns the shortcut of a command as the attribute `aria-keyshortcuts`; undefined if it has none. */
export function shortcutOf(id: CommandId): string | undefined {
  const shortcut = catalogue.get(id)?.shortcut
  return shortcut && `Alt+Shift+${shortcut.slice('Key'.length)}`
}
