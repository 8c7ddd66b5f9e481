import { RECORD } from './alert-tables.ts'
import { definePersonalTables } from './personal-table.ts'

const PUBLISHED = 'published for others, by a deleted user'

/** Alerts, roll-calls, needs and pages. */
export const communityTables = definePersonalTables({
  removed_alerts: { impersonal: ['client_id', 'alert_id', 'thread_id'] },
  alert_medias: {
    exports: [{ file: 'alert-files', of: 'uploaded_by', by: 'id', columns: ['alert_id', 'file_id', 'caption', 'created_at'] }],
    stays: RECORD,
  },
  alert_ledger: {
    exports: [
      {
        file: 'alert-answers',
        of: 'user_id',
        columns: [
          'alert_id',
          'delivered_at',
          'seen_at',
          'answer',
          'answered_at',
          'progress',
          'progress_at',
          'is_shown_to_raiser',
        ],
      },
    ],
    hidden: { answer_device: 'the random id of the browser that answered' },
    impersonal: ['alert_id'],
    blanks: { of: 'user_id', values: { answer_device: 'NULL' } },
    stays: RECORD,
  },
  record_chains: {
    impersonal: ['last_hash', 'known'],
    stays: 'hashes, which name no one and have no words',
  },
  record_entries: {
    hidden: {
      payload: 'copies of alerts.json, alert-answers.json and messages.json',
      person_id: 'whose copies they are',
    },
    impersonal: ['chain_id', 'kind', 'commitment', 'hash', 'salt', 'source_id'],
    blanks: { of: 'person_id', values: { payload: 'NULL', salt: 'NULL' } },
    stays: RECORD,
  },
  alert_audience: {},
  alert_handling: {
    hidden: {
      assigned_user: 'what was decided about the alert of another user',
      close_note: 'the record of an alert, which is not about its writer',
    },
    impersonal: ['kind', 'severity', 'reported_stage', 'assigned_group', 'duplicate_of', 'close_reason'],
    clears: ['assigned_user'],
    stays: RECORD,
  },
  alert_decisions: {
    hidden: {
      decided_by: 'an act on the alert of another user',
      value: 'the id of a user, group or alert, or the name of a state',
      note: 'the record of an alert, which is not about its writer',
    },
    impersonal: ['subject'],
    stays: RECORD,
  },
  alert_notes: {
    hidden: {
      author_id: 'an act on the alert of another user',
      text: 'private notes about the alert of another user',
    },
    stays: RECORD,
  },
  alert_groups: { impersonal: ['name', 'scope', 'home_unit', 'changed_by'] },
  roll_calls: {
    exports: [
      {
        file: 'roll-calls-asked',
        of: 'asked_by',
        by: 'id',
        columns: ['id', 'title', 'text', 'end_text', 'questions', 'is_drill', 'created_at', 'closed_at'],
      },
    ],
    hidden: { group_names: 'names of groups, which belong to their members' },
    impersonal: ['template', 'audience', 'thread_ids', 'alert_id', 'area', 'includes_unlocated'],
    stays: 'the question, its end and its numbers belong to those who were asked',
  },
  roll_call_people: {
    exports: [{ file: 'roll-calls', of: 'person_id', columns: ['roll_call_id', 'reached_at', 'seen_at', 'state', 'said_at'] }],
    stays: 'the numbers of a roll-call count a person without a name',
  },
  roll_call_dependants: {
    exports: [
      {
        file: 'roll-call-dependants',
        of: 'guardian_id',
        columns: ['roll_call_id', 'person_id', 'kind', 'name', 'state', 'said_at'],
      },
    ],
    blanks: { of: 'guardian_id', values: { name: "''" } },
    stays: 'the numbers of a roll-call count a person without a name',
  },
  person_states: {
    exports: [
      {
        file: 'roll-call-answers',
        of: 'person_id',
        by: 'id',
        columns: [
          'roll_call_id',
          'dependant_id',
          'state',
          'source',
          'said_at',
          'note',
          'place',
          'latitude',
          'longitude',
          'companions',
          'staying_at',
          'place_id',
          'replies',
        ],
      },
    ],
    hidden: { said_by: 'who answered for the user; an act of another user' },
    impersonal: ['client_id', 'body_hash'],
    deletes: 'person_id',
  },
  family_links: {
    exports: [
      { file: 'family', of: 'inviter_id', by: 'id', columns: ['id', 'invitee_id', 'created_at', 'accepted_at'] },
      { file: 'family-invited', of: 'invitee_id', by: 'id', columns: ['id', 'inviter_id', 'created_at', 'accepted_at'] },
    ],
    deletes: ['inviter_id', 'invitee_id'],
  },
  answer_links: {
    hidden: {
      person_id: 'that a keeper made a link for the user, until the roll-call ends',
      created_by: 'an act for another user',
    },
    impersonal: ['secret_hash'],
    deletes: 'person_id',
  },
  alert_group_members: {
    exports: [
      {
        file: 'alert-groups',
        of: 'user_id',
        columns: ['group_id', 'created_at'],
        extras: { name: 'SELECT name FROM alert_groups g WHERE g.id = t.group_id' },
      },
    ],
    deletes: 'user_id',
  },
  needs: {
    exports: [
      {
        file: 'needs',
        of: 'owner_id',
        by: 'id',
        columns: [
          'id',
          'kind',
          'subject',
          'title',
          'amount',
          'note',
          'is_urgent',
          'place_id',
          'whereabouts',
          'created_at',
          'updated_at',
          'claimed_at',
          'done_at',
          'expires_at',
        ],
      },
    ],
    hidden: { claimed_by: 'an act of another user' },
    blanks: { of: 'claimed_by', values: { claimed_by: 'NULL', claimed_at: 'NULL' } },
    deletes: 'owner_id',
  },
  muted_sources: { impersonal: ['source'] },
  pages: {
    exports: [
      {
        file: 'pages-created',
        of: 'created_by',
        columns: ['id', 'title', 'excerpt', 'media_alt', 'is_public', 'created_at', 'deleted_at'],
      },
    ],
    hidden: { words: 'the published text, as the search compares it' },
    impersonal: ['media_kind', 'scope', 'changed_by'],
    stays: PUBLISHED,
  },
  page_revisions: {
    exports: [
      {
        file: 'page-versions',
        of: 'published_by',
        columns: ['page_id', 'revision', 'title', 'content', 'published_at'],
      },
    ],
    hidden: { drafted_by: 'the draft is in page-drafts.json' },
    impersonal: ['parents', 'changed_by'],
    stays: PUBLISHED,
  },
  page_members: {
    exports: [
      {
        file: 'pages',
        of: 'user_id',
        columns: ['page_id', 'can_update', 'can_moderate_updates', 'can_moderate_members', 'created_at'],
      },
    ],
    deletes: 'user_id',
  },
  page_drafts: {
    exports: [
      {
        file: 'page-drafts',
        of: 'drafted_by',
        by: 'id',
        columns: ['id', 'page_id', 'status', 'content', 'excerpt', 'review_remarks', 'created_at', 'updated_at'],
      },
    ],
    hidden: { reviewed_by: 'an act of a reviewer' },
    impersonal: ['merges'],
    deletes: 'drafted_by',
  },
  documents: {
    exports: [{ file: 'page-files', of: 'uploaded_by', by: 'id', columns: ['file_id', 'created_at'] }],
    stays: 'files in pages are published; unused ones are deleted after a day',
  },
  document_uses: {},
})
