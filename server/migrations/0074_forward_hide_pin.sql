-- Forwarded, hidden and pinned messages (decisions/0205).
ALTER TABLE messages
  ADD COLUMN is_forwarded boolean,
  ADD COLUMN pinned_at timestamptz,
  ADD COLUMN pinned_by uuid REFERENCES users (id);
CREATE INDEX messages_by_pin ON messages (thread_id, pinned_at) WHERE pinned_at IS NOT NULL;

-- Messages that a reader has hidden for themselves.
CREATE TABLE hidden_messages (
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  message_id uuid NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  hidden_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, message_id)
);
CREATE INDEX hidden_messages_by_message ON hidden_messages (message_id);
