-- Polls in groups (decisions/0209). `poll`: `NewPoll` of the contract, null in other messages.
ALTER TABLE messages
  ADD COLUMN poll jsonb,
  ADD COLUMN poll_closed_at timestamptz;

-- The vote of a reader, which is replaced by their next one. `option_ids` are positions in the options of the poll.
CREATE TABLE poll_votes (
  message_id uuid NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users (id),
  option_ids smallint[] NOT NULL,
  voted_at timestamptz NOT NULL,
  PRIMARY KEY (message_id, user_id)
);

-- The album of a thread: its messages with files, and those with links.
CREATE INDEX messages_with_files ON messages (thread_id, seq) WHERE files_hash IS NOT NULL AND message_type = 'normalChat';
CREATE INDEX messages_with_links ON messages (thread_id, seq) WHERE message_type = 'normalChat' AND text ~* 'https?://';
