-- The settings of a member for a thread. Without a row they are the default ones.
CREATE TABLE thread_settings (
  thread_id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- 'infinity': until the user unmutes the thread.
  muted_until timestamptz,
  is_pinned boolean NOT NULL DEFAULT false,
  -- `last_seq` of the thread when the user archived it. A newer message brings it back, so that no message updates this table.
  archived_seq bigint,
  is_marked_unread boolean NOT NULL DEFAULT false,
  -- Milliseconds since 1970 of the last change, or one more than before: it rises even if the row was deleted.
  version bigint NOT NULL,
  PRIMARY KEY (thread_id, user_id),
  FOREIGN KEY (thread_id, user_id) REFERENCES thread_members ON DELETE CASCADE
);
