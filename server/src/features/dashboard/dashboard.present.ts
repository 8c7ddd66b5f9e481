import { type DashboardLink, type DashboardSection, LinkIcon, SectionType } from '@noroshi/contract/dashboard/dashboard.http'
import { UPLOADS_BASE } from '@noroshi/contract/routes'
import type { LinkRow, SectionRow } from './dashboard.sql.ts'

export const presentSection = (row: SectionRow): DashboardSection => ({
  id: row.id,
  title: row.title,
  type: SectionType.parse(row.type),
  position: row.position,
  version: row.version,
  updatedAt: row.updated_at.toISOString(),
})

export const presentLink = (row: LinkRow): DashboardLink => ({
  id: row.id,
  DashboardSectionId: row.section_id,
  linkUrl: row.link_url,
  isExternal: row.is_external,
  linkText: row.link_text,
  imageUrl: row.image_file_id === null ? null : `${UPLOADS_BASE}/${row.image_file_id}`,
  previewUrl: row.image_preview_key === null ? null : `${UPLOADS_BASE}/${row.image_file_id}/preview`,
  iconName: LinkIcon.nullable().parse(row.icon_name),
  start: row.starts_at?.toISOString() ?? null,
  end: row.ends_at?.toISOString() ?? null,
  position: row.position,
  version: row.version,
  updatedAt: row.updated_at.toISOString(),
})
