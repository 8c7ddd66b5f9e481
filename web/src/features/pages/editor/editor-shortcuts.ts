const isApple = (): boolean => /mac|iphone|ipad/i.test(navigator.platform)

/** Opens the link dialog. The extensions of the editor define the other shortcuts. */
export const LINK_SHORTCUT = 'Mod+K'

export const isLinkShortcut = ({ key, metaKey, ctrlKey, shiftKey, altKey, isComposing }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && (isApple() ? metaKey : ctrlKey) && !shiftKey && !altKey && !isComposing

/**
 * Returns a shortcut for this device.
 * @param shortcut for example `Mod+B`; Mod is Ctrl, or Command on Apple devices
 * @returns `keys` for `aria-keyshortcuts`, `text` for tooltips
 */
export const shortcutOf = (shortcut: string): { keys: string; text: string } => ({
  keys: shortcut.replace('Mod', isApple() ? 'Meta' : 'Control'),
  text: isApple()
    ? shortcut.replace('Mod', '⌘').replace('Shift', '⇧').replace('Alt', '⌥').replaceAll('+', '')
    : shortcut.replace('Mod', 'Ctrl'),
})
