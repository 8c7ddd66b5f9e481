import { isApple } from '../device/apple.ts'
import { isTextField } from '../forms/text-field.ts'
import { commandOfShortcut, runCommand } from './commands.ts'
import { areSingleKeysOn } from './single-keys.ts'

/** What covers the page. */
interface Cover {
  /** An alarm, below which no shortcut runs. */
  readonly hasAlarm: () => boolean
  /** A dialog or a menu, whose keys are its own. Only shortcuts with Alt and Shift run. */
  readonly hasDialog: () => boolean
}

/** Returns the shortcut that a key press is, in the form of the catalogue; null for keys that do something else. */
function shortcutOfPress(event: KeyboardEvent, { hasDialog }: Cover): string | null {
  const { key, code, altKey, shiftKey, ctrlKey, metaKey, target } = event
  const field = target instanceof Element && isTextField(target) ? target : null
  if (altKey && shiftKey && !ctrlKey && !metaKey) {
    // Option types characters.
    return code.startsWith('Key') && !(field && isApple()) ? `Alt+Shift+${code.slice('Key'.length)}` : null
  }
  if (altKey || hasDialog()) return null
  if (ctrlKey || metaKey) {
    const isMod = isApple() ? metaKey && !ctrlKey : ctrlKey && !metaKey
    // The editor of pages has shortcuts of its own.
    return isMod && !shiftKey && field?.isContentEditable !== true ? `Mod+${key.toUpperCase()}` : null
  }
  return !field && areSingleKeysOn() ? key : null
}

/**
 * Runs the commands of shortcuts. Call it once, at the start. Keys that type characters in a text field are no shortcuts.
 * @param onFailed called with the error of a command that failed
 * @returns the function that ends it
 */
export function startShortcuts(cover: Cover, onFailed: (error: unknown) => void): () => void {
  const press = (event: KeyboardEvent) => {
    if (event.repeat || event.isComposing || event.defaultPrevented || cover.hasAlarm()) return
    const shortcut = shortcutOfPress(event, cover)
    const id = shortcut === null ? null : commandOfShortcut(shortcut)
    if (id === null) return
    event.preventDefault()
    runCommand(id, undefined).catch(onFailed)
  }
  document.addEventListener('keydown', press)
  return () => document.removeEventListener('keydown', press)
}
