import { useMutation } from '@tanstack/react-query'
import { type CommandId, type CommandInputs, runCommand } from './commands.ts'

interface Options {
  /** Called after the command has run. */
  readonly onDone?: () => void
  /** Called instead of showing the error of a command that failed. */
  readonly onFailed?: () => void
}

/** Runs a command of the catalogue from a button. The error of a command that failed is shown. */
export function useCommand<Id extends CommandId>(id: Id, { onDone, onFailed }: Options = {}) {
  const { mutate, isPending, isError } = useMutation({
    meta: { isHandled: onFailed !== undefined },
    mutationFn: async (input: CommandInputs[Id]) => {
      if (!(await runCommand(id, input))) throw new Error(`the command ${id} is not available`)
    },
    onSuccess: () => onDone?.(),
    onError: () => onFailed?.(),
  })
  return { run: mutate, isRunning: isPending, hasFailed: isError }
}
