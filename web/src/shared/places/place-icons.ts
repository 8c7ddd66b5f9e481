import {
  IconAlertTriangle,
  IconBarrierBlock,
  IconBath,
  IconBed,
  IconBolt,
  IconBuildingCommunity,
  IconBuildingHospital,
  IconBuildingPavilion,
  IconBuildingWarehouse,
  IconBus,
  IconDroplet,
  IconFlag,
  IconFlame,
  IconHeartBolt,
  IconHelicopter,
  IconInfoCircle,
  IconPackage,
  IconParking,
  IconPaw,
  IconPhone,
  IconSailboat,
  IconSchool,
  IconToiletPaper,
  IconToolsKitchen2,
  IconWifi,
} from '@tabler/icons-react'
import type { Place, PlaceIcon, PlaceKind } from '@noroshi/contract/places/places.http'

const OF_KINDS = {
  shelter: IconBuildingCommunity,
  hall: IconBuildingWarehouse,
  water: IconDroplet,
  toilet: IconToiletPaper,
  aed: IconHeartBolt,
  hospital: IconBuildingHospital,
  meetingPoint: IconFlag,
  danger: IconAlertTriangle,
  closedRoad: IconBarrierBlock,
} as const satisfies Record<PlaceKind, unknown>

/** The icons of own kinds. */
export const OWN_KIND_ICONS = {
  info: IconInfoCircle,
  food: IconToolsKitchen2,
  supplies: IconPackage,
  bath: IconBath,
  bed: IconBed,
  power: IconBolt,
  network: IconWifi,
  phone: IconPhone,
  school: IconSchool,
  temple: IconBuildingPavilion,
  parking: IconParking,
  bus: IconBus,
  boat: IconSailboat,
  helicopter: IconHelicopter,
  fire: IconFlame,
  pets: IconPaw,
} as const satisfies Record<PlaceIcon, unknown>

/** Returns the icon of a place. */
export const placeIconOf = ({ kind, ownKind }: Pick<Place, 'kind' | 'ownKind'>) =>
  ownKind ? OWN_KIND_ICONS[ownKind.icon] : OF_KINDS[kind]
