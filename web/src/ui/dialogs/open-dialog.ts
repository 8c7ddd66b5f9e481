const OPEN = 'dialog[open], [role=dialog], [role=alertdialog], [role=menu], [aria-haspopup][aria-expanded=true]'

/** Returns whether a dialog or a menu is open, which receives Escape and other keys. */
export const hasOpenDialog = (): boolean => document.querySelector(OPEN) !== null
