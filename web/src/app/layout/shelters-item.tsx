import { Menu } from '@mantine/core'
import { IconBuildingCommunity } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ownSheltersQuery } from '../../features/reception/reception.queries.ts'
import { useText } from '../../platform/language/i18n.ts'
import { paths } from '../../platform/paths/paths.ts'

/** The shelters in the menu of users who receive people there. */
export function SheltersItem() {
  const text = useText()
  const { data } = useQuery(ownSheltersQuery)
  if (!data || data.items.length === 0) return null
  return (
    <Menu.Item component={Link} to={paths.shelters} leftSection={<IconBuildingCommunity size={22} stroke={1.75} />}>
      {text('reception.shelters')}
    </Menu.Item>
  )
}
