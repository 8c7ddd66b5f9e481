-- Messages with an id below `before_id` may have grams of earlier versions, which were not folded. A job computes them again,
-- from the newest down, and deletes the row at the end (refold-messages.ts). Until then a search finds such a message as typed.
CREATE TABLE message_refolding (before_id uuid NOT NULL);
INSERT INTO message_refolding VALUES ('ffffffff-ffff-ffff-ffff-ffffffffffff');
