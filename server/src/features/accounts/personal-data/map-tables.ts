import { definePersonalTables } from './personal-table.ts'

/** The map of the community. */
export const mapTables = definePersonalTables({
  places: { impersonal: ['kind', 'name', 'note', 'own_kind', 'own_icon', 'state', 'facilities', 'latitude', 'longitude'] },
  map_shapes: { impersonal: ['geometry', 'kind', 'name', 'color', 'points'] },
  map_overlays: { impersonal: ['name', 'picture_file_id', 'points', 'opacity'] },
  field_reports: {
    exports: [
      {
        file: 'field-reports',
        of: 'owner_id',
        by: 'id',
        columns: [
          'id',
          'subject',
          'state',
          'note',
          'latitude',
          'longitude',
          'confirmed_at',
          'expires_at',
          'ended_at',
          'created_at',
        ],
      },
    ],
    deletes: 'owner_id',
  },
  field_report_answers: {
    exports: [{ file: 'field-report-answers', of: 'user_id', columns: ['report_id', 'holds', 'answered_at'] }],
    deletes: 'user_id',
  },
})
