import { Switch } from '@mantine/core'
import { Fragment, useSyncExternalStore } from 'react'
import { commandsWithShortcuts } from '../platform/commands/commands.ts'
import { shortcutText } from '../platform/commands/shortcut-text.ts'
import { areSingleKeysOn, onSingleKeys, setSingleKeys } from '../platform/commands/single-keys.ts'
import { useText } from '../platform/language/i18n.ts'
import { useCurrentUser } from '../platform/session/current-user.ts'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import css from './shortcuts-dialog.module.css'

/** Keys that work where they are used, without a command. */
const otherKeys = [
  { label: 'shortcuts.send', shortcuts: ['Enter'] },
  { label: 'shortcuts.newLine', shortcuts: ['Shift+Enter'] },
  { label: 'messages.find', shortcuts: ['Mod+F'] },
  { label: 'shortcuts.leave', shortcuts: ['Esc'] },
  { label: 'shortcuts.notices', shortcuts: ['F6'] },
] as const

/** Lists the shortcuts of the keyboard, and turns those of single keys off. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const text = useText()
  const viewer = useCurrentUser()
  const areOn = useSyncExternalStore(onSingleKeys, areSingleKeysOn)
  return (
    <Dialog isOpen onClose={onClose} title={text('shortcuts.title')}>
      <dl className={css.list}>
        {[...commandsWithShortcuts(viewer), ...otherKeys].map(({ label, shortcuts }) => (
          <Fragment key={label}>
            <dt>{text(label)}</dt>
            <dd>
              {shortcuts
                .filter((shortcut) => areOn || shortcut.length > 1)
                .map((shortcut) => (
                  <kbd key={shortcut}>{shortcutText(shortcut).text}</kbd>
                ))}
            </dd>
          </Fragment>
        ))}
      </dl>
      <Switch
        label={text('shortcuts.singleKeys')}
        description={text('shortcuts.singleKeysNote')}
        checked={areOn}
        onChange={({ currentTarget }) => setSingleKeys(currentTarget.checked)}
      />
    </Dialog>
  )
}
