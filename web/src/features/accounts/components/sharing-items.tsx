import { Menu } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { SharingMode } from '@noroshi/contract/accounts/accounts.http'
import { useText } from '../../../platform/language/i18n.ts'
import { useChooseSharing } from '../accounts.queries.ts'
import { MenuExpander } from './menu-expander.tsx'

/** Menu items for the consent to share the location. Without a choice it is 'only during an SOS' (product decision). */
export function SharingItems({ mode: current }: { mode: SharingMode | null }) {
  const text = useText()
  const choose = useChooseSharing()
  return (
    <MenuExpander label={text('accounts.sharing')} icon={<IconMapPin size={22} stroke={1.75} />}>
      <Menu.RadioGroup value={current ?? 'emergency'}>
        {SharingMode.options.map((mode) => (
          <Menu.RadioItem key={mode} value={mode} onChange={() => choose.mutate(mode)}>
            {text(`accounts.sharing.${mode}`)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </MenuExpander>
  )
}
