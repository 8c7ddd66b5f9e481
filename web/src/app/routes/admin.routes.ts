import { createRoute } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { paths } from '../../platform/paths/paths.ts'
import { requireSession } from '../route-rules.ts'
import { navigationLayout, screen } from './layout-routes.tsx'

type Screens = Readonly<Record<string, ComponentType>>
/** The key of the path of an area, such as adminAlertGroups. */
type AreaKey = Extract<keyof typeof paths, `admin${Capitalize<string>}`>

const isArea = (key: string): key is AreaKey => /^admin[A-Z]/.test(key)

/** `AdminScreen` shows the not-found page to users that are no administrators. Each area loads with its first visit. */
const admin = createRoute({
  getParentRoute: () => navigationLayout,
  id: 'admin',
  beforeLoad: requireSession,
  component: screen(() => import('../../screens/admin/admin.tsx'), 'AdminScreen', 'admin'),
})
const index = createRoute({
  getParentRoute: () => admin,
  path: paths.admin,
  component: screen(() => import('../../screens/admin/admin-index.tsx'), 'AdminIndex', 'admin'),
})

const files = import.meta.glob<Screens>('../../screens/admin/admin-*.tsx')
const fileOf = (key: AreaKey) =>
  files[`../../screens/admin/${key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.tsx`]

/** Creates the route of an area. The key of its path names its screen: `AdminAlertGroups` of admin-alert-groups.tsx. */
const createArea = <const Key extends AreaKey>(key: Key) =>
  createRoute({
    getParentRoute: () => admin,
    path: paths[key],
    component: screen(async () => (await fileOf(key)?.()) ?? {}, `A${key.slice(1)}`, 'admin'),
  })
const areas = Object.fromEntries(
  Object.keys(paths)
    .filter(isArea)
    .map((key) => [key, createArea(key)]),
) as { readonly [Key in AreaKey]: ReturnType<typeof createArea<Key>> } // fromEntries does not know its keys

export const adminScreens = admin.addChildren({ index, ...areas })
