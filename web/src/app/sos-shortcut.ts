import { runCommand } from '../platform/commands/commands.ts'
import { isInstalledWindow } from '../platform/device/installation.ts'

const SOS_HASH = '#sos'

/**
 * Starts the countdown of an SOS when the shortcut of the installed application opens this page, or returns to the
 * running application (web/build/manifest.ts). A link in a browser starts none, so that no other site can raise an SOS.
 * Call it once, after the code of the command is registered (overlays/app-commands.ts).
 */
export function startSosShortcut(): void {
  const countDown = () => {
    if (window.location.hash !== SOS_HASH) return
    const { pathname, search } = window.location
    window.history.replaceState(window.history.state, '', pathname + search) // a reload starts no second one
    if (isInstalledWindow()) void runCommand('sos.countDown', undefined)
  }
  window.addEventListener('hashchange', countDown)
  countDown()
}
