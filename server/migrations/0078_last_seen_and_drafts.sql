-- Whether the people of the user's chats see when the user was last here, and whether the user sees it of them.
ALTER TABLE users ADD shares_last_seen boolean NOT NULL DEFAULT false;

-- When a user had the app on the screen. Only of users who share it. Unlogged: it is in no backup.
CREATE UNLOGGED TABLE last_seen (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  seen_at timestamptz NOT NULL
);

-- What a member typed in a thread and has not sent, for their other devices.
CREATE TABLE thread_drafts (
  thread_id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- Empty after it was sent or deleted. The row stays, so that the version rises.
  text text NOT NULL,
  -- Milliseconds since 1970 of the last change, or one more than before.
  version bigint NOT NULL,
  PRIMARY KEY (thread_id, user_id),
  FOREIGN KEY (thread_id, user_id) REFERENCES thread_members ON DELETE CASCADE
);
CREATE INDEX thread_drafts_of_user ON thread_drafts (user_id) WHERE text <> '';
