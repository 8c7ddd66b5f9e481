import { Tabs } from '@mantine/core'
import { useText } from '../../../platform/language/i18n.ts'
import { LacsGroups } from './lacs-groups.tsx'
import { LacsUnits } from './lacs-units.tsx'

/** The administration of LACS groups and their units. */
export function Lacs() {
  const text = useText()
  return (
    <Tabs defaultValue="groups" keepMounted={false}>
      <Tabs.List grow>
        <Tabs.Tab value="groups">{text('lacs.groups')}</Tabs.Tab>
        <Tabs.Tab value="units">{text('lacs.units')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="groups">
        <LacsGroups />
      </Tabs.Panel>
      <Tabs.Panel value="units">
        <LacsUnits />
      </Tabs.Panel>
    </Tabs>
  )
}
