import { isApple } from '../../../platform/device/apple.ts'

/** Opens the link dialog. The extensions of the editor define the other shortcuts. */
export const LINK_SHORTCUT = 'Mod+K'

export const isLinkShortcut = ({ key, metaKey, ctrlKey, shiftKey, altKey, isComposing }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && (isApple() ? metaKey : ctrlKey) && !shiftKey && !altKey && !isComposing
