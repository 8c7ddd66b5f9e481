-- Photos of answers to roll-calls. The parent is the entry in person_states.
ALTER TABLE files DROP CONSTRAINT files_parent_kind_check, ADD CONSTRAINT files_parent_kind_check
  CHECK (parent_kind IN ('alert', 'user', 'dashboardLink', 'message', 'feed', 'post', 'comment', 'document', 'group', 'missingReport',
    'personState'));
