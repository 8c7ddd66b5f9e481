-- The hash of what the sender sent, by which a repetition is recognised after the message has changed (decisions/0202). Null without
-- a client id and in messages of earlier versions.
ALTER TABLE messages ADD COLUMN body_hash bytea;
