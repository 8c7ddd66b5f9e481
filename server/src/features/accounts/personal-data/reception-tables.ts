import { AGES } from '@noroshi/contract/reception/headcount'
import { definePersonalTables } from './personal-table.ts'

const OF_STAFF = 'an act of the staff of a shelter'

/** SQL of a birth year that has the same age group when the person was received, as `coarseBirthYear` returns it. */
const coarseYear = `CASE WHEN birth_year IS NOT NULL THEN extract(year FROM created_at)::int - CASE ${Object.values(AGES)
  .toReversed()
  .map((age) => `WHEN extract(year FROM created_at)::int - birth_year >= ${age} THEN ${age}`)
  .join(' ')} ELSE 0 END END`

/** Registers of shelters, and what users enter for them. */
export const receptionTables = definePersonalTables({
  shelter_staff: {
    exports: [{ file: 'shelter-roles', of: 'user_id', columns: ['place_id', 'role', 'created_at'] }],
    hidden: { given_by: 'an act of an administrator' },
    clears: ['given_by'],
    deletes: 'user_id',
  },
  shelter_registers: {},
  self_service_codes: {
    hidden: { created_by: OF_STAFF },
    impersonal: ['code'],
    clears: ['created_by'],
  },
  shelter_details: {
    exports: [
      {
        file: 'shelter-details',
        of: 'user_id',
        columns: ['birth_year', 'needs', 'needs_note', 'may_be_found', 'updated_at'],
      },
    ],
    deletes: 'user_id',
  },
  registered_people: {
    exports: [
      {
        file: 'register-entries',
        of: 'user_id',
        by: 'id',
        columns: [
          'id',
          'place_id',
          'kind',
          'name',
          'kana',
          'address',
          'sex',
          'birth_year',
          'needs',
          'needs_note',
          'may_be_found',
        ],
        extras: {
          stays: `SELECT json_agg(json_build_object('mode', s.mode, 'whereabouts', s.whereabouts, 'entered_at', s.entered_at,
            'left_at', s.left_at, 'seen_at', s.seen_at, 'entered_desk', s.entered_desk, 'left_desk', s.left_desk) ORDER BY s.entered_at)
            FROM stays s WHERE s.person_id = t.id AND s.undone_at IS NULL`,
        },
      },
    ],
    hidden: {
      person_key: 'the name, as it is compared',
      address_key: 'the address, as it is compared',
      merged_by: OF_STAFF,
    },
    impersonal: ['root_id'],
    blanks: {
      of: 'user_id',
      values: {
        name: "''",
        kana: "''",
        person_key: "''",
        address: "''",
        address_key: "''",
        needs_note: "''",
        birth_year: coarseYear,
        may_be_found: 'false',
        anonymised_at: 'now()',
      },
    },
    clears: ['user_id'],
    stays: 'the numbers of a shelter count a person without a name',
  },
  dependants: {
    exports: [
      {
        file: 'dependants',
        of: 'guardian_id',
        by: 'id',
        columns: ['id', 'kind', 'name', 'kana', 'sex', 'birth_year', 'needs', 'needs_note', 'created_at'],
      },
    ],
    deletes: 'guardian_id',
  },
  households: { hidden: { received_by: OF_STAFF }, stays: 'the record of a shelter, which names no one any more' },
  stays: {
    hidden: {
      whereabouts: 'in register-entries.json',
      entered_desk: 'in register-entries.json',
      left_desk: 'in register-entries.json',
      entered_by: OF_STAFF,
      left_by: OF_STAFF,
      undone_by: OF_STAFF,
    },
    impersonal: ['mode'],
    stays: 'the numbers of a shelter count a person without a name',
  },
  separate_people: { hidden: { decided_by: OF_STAFF }, stays: 'the record of a shelter, which names no one any more' },
  person_searches: {
    exports: [
      {
        file: 'person-searches',
        of: 'searcher_id',
        by: 'id',
        columns: ['id', 'name', 'kana', 'birth_year', 'message', 'created_at', 'answer', 'answered_at'],
      },
    ],
    hidden: { name_key: 'the name, as it is compared', person_key: 'the name, as it is compared' },
    deletes: 'searcher_id',
  },
  missing_reports: {
    exports: [
      {
        file: 'missing-reports',
        of: 'reporter_id',
        by: 'id',
        columns: [
          'id',
          'name',
          'kana',
          'birth_year',
          'age',
          'description',
          'last_seen_place',
          'last_seen_at',
          'contact',
          'created_at',
          'passed_on_at',
        ],
      },
    ],
    hidden: {
      state: 'what the staff of the shelters knows, which the user learns only if the found person agrees',
      decided_by: OF_STAFF,
    },
    clears: ['decided_by'],
    deletes: 'reporter_id',
  },
  person_search_messages: {
    exports: [{ file: 'person-search-messages', of: 'user_id', columns: ['search_id', 'place_id'] }],
    hidden: { passed_on_by: OF_STAFF },
    clears: ['passed_on_by'],
    deletes: 'user_id',
  },
})
