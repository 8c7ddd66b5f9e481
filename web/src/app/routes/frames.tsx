import { createRootRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { withTexts } from '../../platform/i18n.ts'
import { NotFoundScreen } from '../../screens/not-found.tsx'
import { Shell } from '../shell.tsx'

/** Returns a lazy route component. It loads all texts with its first visit. */
export const screen = <Module extends Record<string, unknown>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) => lazyRouteComponent(() => withTexts(load), name)

export const root = createRootRoute({
  notFoundComponent: () => (
    <Shell>
      <NotFoundScreen />
    </Shell>
  ),
})

/** Parent of the screens with navigation. Login and registration have none. */
export const framed = createRoute({ getParentRoute: () => root, id: 'framed', component: Shell })
