-- Replies, edits, deletions and reactions of messages (decisions/0205).
ALTER TABLE messages
  ADD COLUMN reply_to_id uuid REFERENCES messages (id) ON DELETE SET NULL,
  ADD COLUMN edited_at timestamptz,
  ADD COLUMN deleted_at timestamptz,
  ADD COLUMN deleted_by uuid REFERENCES users (id),
  -- Whether message_reactions has rows of the message, so that others are read without a look at that table.
  ADD COLUMN has_reactions boolean NOT NULL DEFAULT false;
CREATE INDEX messages_by_quoted ON messages (reply_to_id) WHERE reply_to_id IS NOT NULL;

-- The texts that edits replaced.
CREATE TABLE message_versions (
  message_id uuid NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  number integer NOT NULL,
  text text NOT NULL,
  written_at timestamptz NOT NULL,
  PRIMARY KEY (message_id, number)
);

CREATE TABLE message_reactions (
  message_id uuid NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users (id),
  emoji text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (message_id, user_id)
);
