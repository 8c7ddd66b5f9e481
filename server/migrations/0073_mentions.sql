-- The members whom a message mentions, with the ranges of its text (decisions/0205). Null without any.
ALTER TABLE messages ADD COLUMN mentions jsonb;
CREATE INDEX messages_by_mention ON messages (thread_id, seq) WHERE mentions IS NOT NULL;
