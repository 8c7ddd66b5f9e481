-- The watermarks of a member after each time that they rose (decisions/0211). No foreign key: its check would slow the statement
-- that moves watermarks. Rows of people who left are not shown, and the clean-up deletes all rows after some weeks.
CREATE TABLE receipts (
  thread_id uuid NOT NULL,
  message_type text NOT NULL,
  user_id uuid NOT NULL,
  delivered_seq bigint NOT NULL,
  seen_seq bigint NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (thread_id, message_type, user_id, delivered_seq, seen_seq)
);
CREATE INDEX receipts_by_time ON receipts (at);

-- From when receipts has each rise of the watermarks: the time of this migration, or when the user joined.
ALTER TABLE thread_members ADD receipts_since timestamptz NOT NULL DEFAULT now();

-- Whether the group shows no one who has read a message. Its delivered marks stay.
ALTER TABLE thread_groups ADD hides_seen boolean NOT NULL DEFAULT false;
-- Up to this message no one sees who has read it: it is the last one that was sent until the group showed that again.
ALTER TABLE thread_marks ADD hidden_seq bigint NOT NULL DEFAULT 0;
