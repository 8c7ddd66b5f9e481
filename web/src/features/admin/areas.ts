import {
  IconArrowsExchange,
  IconBellOff,
  IconBellRinging,
  IconBuildingCommunity,
  IconDeviceTv,
  IconChartPie,
  IconDatabase,
  IconDatabaseExport,
  IconFlag,
  IconHeartbeat,
  IconHistory,
  IconLayoutDashboard,
  IconListCheck,
  IconMap,
  IconMapPins,
  IconRss,
  IconSettings,
  IconTent,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react'
import { paths } from '../../platform/paths/paths.ts'

/** The areas of the administration, in the order of the list. A path without an area is a type error. */
export const areas = [
  { to: paths.adminGuide, label: 'setup.title', note: 'admin.area.guide', icon: IconListCheck },
  { to: paths.adminHealth, label: 'health.title', note: 'admin.area.health', icon: IconHeartbeat },
  { to: paths.adminUsers, label: 'adminUsers.title', note: 'admin.area.users', icon: IconUsers },
  { to: paths.adminReadiness, label: 'devices.title', note: 'admin.area.readiness', icon: IconBellRinging },
  { to: paths.adminAlertGroups, label: 'alertGroups.title', note: 'admin.area.alertGroups', icon: IconUsersGroup },
  {
    to: paths.adminSirenScreens,
    label: 'sirenScreens.title',
    note: 'admin.area.sirenScreens',
    icon: IconDeviceTv,
  },
  { to: paths.adminDashboard, label: 'dashboard.manageTitle', note: 'admin.area.dashboard', icon: IconLayoutDashboard },
  { to: paths.adminLacs, label: 'lacs.title', note: 'admin.area.lacs', icon: IconBuildingCommunity },
  { to: paths.adminUnits, label: 'units.title', note: 'admin.area.units', icon: IconArrowsExchange },
  { to: paths.adminSettings, label: 'settings.title', note: 'admin.area.settings', icon: IconSettings },
  { to: paths.adminMap, label: 'streets.title', note: 'admin.area.streets', icon: IconMap },
  { to: paths.adminPlaces, label: 'places.title', note: 'admin.area.places', icon: IconMapPins },
  { to: paths.adminShelterStaff, label: 'shelterStaff.title', note: 'admin.area.shelterStaff', icon: IconTent },
  { to: paths.adminExchange, label: 'exchange.title', note: 'admin.area.exchange', icon: IconRss },
  { to: paths.adminBackup, label: 'backup.title', note: 'admin.area.backup', icon: IconDatabaseExport },
  {
    to: paths.adminAnonymousAlerts,
    label: 'anonymousAlerts.title',
    note: 'admin.area.anonymousAlerts',
    icon: IconBellOff,
  },
  { to: paths.adminAnonymousData, label: 'anonymousData.title', note: 'admin.area.anonymousData', icon: IconDatabase },
  { to: paths.adminStorage, label: 'storage.title', note: 'admin.area.storage', icon: IconChartPie },
  { to: paths.adminReports, label: 'reports.title', note: 'admin.area.reports', icon: IconFlag },
  { to: paths.adminAudit, label: 'auditLog.title', note: 'admin.area.audit', icon: IconHistory },
] as const

type AdminPath = Extract<(typeof paths)[keyof typeof paths], `${typeof paths.admin}/${string}`>
type Forgotten = Exclude<AdminPath, (typeof areas)[number]['to']>
true satisfies [Forgotten] extends [never] ? true : Forgotten
