import { definePersonalTables } from './personal-table.ts'

/** Why rows about alerts stay. */
export const RECORD = 'the record of an alert, which names no one any more'

/** Alerts. The other tables about alerts are in community-tables.ts. */
export const alertTables = definePersonalTables({
  alerts: {
    exports: [
      {
        file: 'alerts',
        of: 'raised_by',
        by: 'id',
        columns: [
          'id',
          'text_content',
          'latitude',
          'longitude',
          'accuracy',
          'is_drill',
          'for_other',
          'for_name',
          'for_user',
          'created_at',
          'resolved_at',
        ],
      },
      {
        file: 'alerts-for-you',
        of: 'for_user',
        by: 'id',
        // The text and the location are the raiser's.
        columns: ['id', 'created_at', 'resolved_at'],
      },
    ],
    hidden: {
      resolved_by: 'an act on the alert of another user',
      source: 'a hash of the network address, only of anonymous alerts',
    },
    impersonal: ['client_id', 'scope', 'home_unit', 'changed_by', 'unit_recipients'],
    stays: RECORD,
  },
})
