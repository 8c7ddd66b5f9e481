import { isApple } from '../device/apple.ts'

/**
 * Returns a shortcut for this device.
 * @param shortcut for example `Mod+B`; Mod is Ctrl, or Command on Apple devices
 * @returns `keys` for `aria-keyshortcuts`, `text` for people
 */
export const shortcutText = (shortcut: string): { readonly keys: string; readonly text: string } => ({
  keys: shortcut.replace('Mod', isApple() ? 'Meta' : 'Control'),
  text: isApple()
    ? shortcut.replace('Mod', '⌘').replace('Shift', '⇧').replace('Alt', '⌥').replaceAll('+', '')
    : shortcut.replace('Mod', 'Ctrl'),
})
