import {
  IconBolt,
  IconBuildingCommunity,
  IconBus,
  IconCalendar,
  IconCloudRain,
  IconDroplet,
  IconFirstAidKit,
  IconFlame,
  IconHeart,
  IconHeartHandshake,
  IconHome,
  IconInfoCircle,
  IconMap,
  IconNews,
  IconPaw,
  IconPhone,
  IconRipple,
  IconSchool,
  IconShoppingBag,
  IconSoup,
  IconTent,
  IconTrain,
  IconTrash,
  IconUsers,
  IconWifi,
} from '@tabler/icons-react'
import type { LinkIcon as IconName } from '@noroshi/contract/dashboard/dashboard.http'

const icons = {
  bus: IconBus,
  calendar: IconCalendar,
  fire: IconFlame,
  food: IconSoup,
  heart: IconHeart,
  hospital: IconFirstAidKit,
  house: IconHome,
  info: IconInfoCircle,
  map: IconMap,
  news: IconNews,
  people: IconUsers,
  pets: IconPaw,
  phone: IconPhone,
  power: IconBolt,
  river: IconRipple,
  school: IconSchool,
  shelter: IconTent,
  shop: IconShoppingBag,
  townHall: IconBuildingCommunity,
  train: IconTrain,
  volunteer: IconHeartHandshake,
  waste: IconTrash,
  water: IconDroplet,
  weather: IconCloudRain,
  wifi: IconWifi,
} satisfies Record<IconName, typeof IconBus>

/** The icon of a link; the default icon if it has none. */
export function LinkIcon({ name, size = 26 }: { name: IconName | null; size?: number }) {
  const Icon = icons[name ?? 'info']
  return <Icon size={size} stroke={1.75} aria-hidden="true" />
}
