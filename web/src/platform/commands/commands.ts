import { useEffect } from 'react'
import type { Viewer } from '@noroshi/contract/define'
import { currentUser } from '../current-user.ts'
import type { MessageKey } from '../i18n.ts'
import { isTextField } from '../text-field.ts'

/** A person or a group that a command is about. */
export interface CommandTarget {
  readonly name: string
  /** The person; null for a group. */
  readonly userId: string | null
  /** The group, or the thread with the person; null if there is none yet. */
  readonly threadId: string | null
}

/** The commands of the application with their inputs. */
export interface CommandInputs {
  /** Opens the dialog of voice commands. */
  'voice.open': undefined
  'call.start': CommandTarget
  'message.send': CommandTarget & { readonly text: string }
  /** Starts the countdown of an SOS. */
  'sos.countDown': undefined
  'radio.start': CommandTarget
  /** Opens the unread messages. */
  'messages.read': undefined
}
export type CommandId = keyof CommandInputs

/** One action of the application. Voice, menus and keyboard shortcuts run the same. */
export interface Command<Id extends CommandId = CommandId> {
  readonly id: Id
  readonly label: MessageKey
  /** `event.code` of the key that runs it together with Alt and Shift; only for commands without an input. */
  readonly shortcut?: string
  /** Whether the user may run it. The server decides about the action itself. */
  readonly ability: (viewer: Viewer) => boolean
  /** Rejects if it failed and the caller has to report it; commands with a shortcut report failures themselves. */
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

/** Runs a command. @returns false if the user may not run it now. @throws the error of a command that failed */
export async function runCommand<Id extends CommandId>(id: Id, input: CommandInputs[Id]): Promise<boolean> {
  const command = commandOf(id)
  await command?.run(input)
  return command !== null
}

/**
 * Runs the commands of shortcuts: Alt, Shift and a key. Call it once, at the start. Keys in text fields type characters.
 * @param isCovered whether something covers the page, such as an alarm: no shortcut runs then
 * @returns the function that ends it
 */
export function startShortcuts(isCovered: () => boolean): () => void {
  const press = (event: KeyboardEvent) => {
    if (!event.altKey || !event.shiftKey || event.ctrlKey || event.metaKey || event.repeat) return
    if (isCovered() || (event.target instanceof Element && isTextField(event.target))) return
    const command = [...catalogue.values()].find(({ shortcut }) => shortcut === event.code)
    if (!command || command.ability(currentUser()) !== true) return
    event.preventDefault()
    // Commands with a shortcut have no input.
    void (command as Command<'voice.open'>).run(undefined)
  }
  document.addEventListener('keydown', press)
  return () => document.removeEventListener('keydown', press)
}
