import { LinkForm } from '@noroshi/contract/dashboard/dashboard.http'
import type { Deps } from '#/deps.ts'
import { createLink } from '#/features/dashboard/links.service.ts'
import { createSection } from '#/features/dashboard/sections.service.ts'
import type { AuditActor } from '#/http/authenticate.ts'
import { sections } from './home.ts'
import { drawScenes } from './demo-pictures.ts'

const DAY = 86_400_000

/** Creates sections and links of all four types. */
export async function loadHome(deps: Deps, auditActor: AuditActor): Promise<void> {
  const inDays = (days: number | undefined) =>
    days === undefined ? null : new Date(deps.now().getTime() + days * DAY).toISOString()
  for (const { title, type, links } of sections) {
    const { id: DashboardSectionId } = await createSection(deps, auditActor, { title, type })
    for (const { linkText, linkUrl, iconName, scene, startsIn, endsIn } of links) {
      const form = LinkForm.parse({
        DashboardSectionId,
        linkText,
        linkUrl,
        isExternal: linkUrl.startsWith('http'),
        iconName,
        start: inDays(startsIn),
        end: inDays(endsIn),
      })
      await createLink(deps, auditActor, form, await drawScenes(deps, scene === undefined ? [] : [scene]))
    }
  }
}
