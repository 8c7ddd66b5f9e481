import { useMutation } from '@tanstack/react-query'
import { useCurrentUser } from '../session/current-user.ts'
import { useText } from '../language/i18n.ts'
import { type CommandId, type CommandInputs, labelOf, mayRun, runCommand } from './commands.ts'

interface Options {
  /** Called after the command has run. */
  readonly onDone?: () => void
  /** Called instead of showing the error of a command that failed. */
  readonly onFailed?: () => void
}

/** Returns a command of the catalogue for a button or a menu item. The error of a failed command is shown. */
export function useCommand<Id extends CommandId>(id: Id, { onDone, onFailed }: Options = {}) {
  const text = useText()
  const viewer = useCurrentUser()
  const { mutate, isPending, isError } = useMutation({
    meta: { isHandled: onFailed !== undefined },
    mutationFn: async (input: CommandInputs[Id]) => {
      if (!(await runCommand(id, input))) throw new Error(`the command ${id} is not available`)
    },
    onSuccess: () => onDone?.(),
    onError: () => onFailed?.(),
  })
  return { run: mutate, isRunning: isPending, hasFailed: isError, label: text(labelOf(id)), isAllowed: mayRun(id, viewer) }
}
