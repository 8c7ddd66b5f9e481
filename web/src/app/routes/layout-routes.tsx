import { createRootRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { withTexts } from '../../platform/language/i18n.ts'
import { NotFoundScreen } from '../../screens/not-found.tsx'
import { AppLayout } from '../layout/app-layout.tsx'

/** Returns a lazy route component. It loads its texts with its first visit. */
export const screen = <Module extends Record<string, unknown>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  texts?: 'other' | 'admin',
) => lazyRouteComponent(() => withTexts(load, texts), name)

export const root = createRootRoute({
  notFoundComponent: () => (
    <AppLayout>
      <NotFoundScreen />
    </AppLayout>
  ),
})

/** Parent of the screens with navigation. Login and registration have none. */
export const navigationLayout = createRoute({ getParentRoute: () => root, id: 'layout', component: AppLayout })
