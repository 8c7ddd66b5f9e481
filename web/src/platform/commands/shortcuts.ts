import { isTextField } from '../forms/text-field.ts'
import { commandOfShortcut, runCommand } from './commands.ts'

/**
 * Runs the commands of shortcuts: Alt, Shift and a key. Call it once, at the start. Keys in text fields type
 * characters.
 * @param isCovered whether something covers the page, such as an alarm: no shortcut runs then
 * @param onFailed called with the error of a command that failed
 * @returns the function that ends it
 */
export function startShortcuts(isCovered: () => boolean, onFailed: (error: unknown) => void): () => void {
  const press = (event: KeyboardEvent) => {
    if (!event.altKey || !event.shiftKey || event.ctrlKey || event.metaKey || event.repeat) return
    if (isCovered() || (event.target instanceof Element && isTextField(event.target))) return
    const id = commandOfShortcut(event.code)
    if (id === null) return
    event.preventDefault()
    runCommand(id, undefined).catch(onFailed)
  }
  document.addEventListener('keydown', press)
  return () => document.removeEventListener('keydown', press)
}
