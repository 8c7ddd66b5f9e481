-- Users who left a group. They are asked before they become members again: `invited_by` asks them now.
CREATE TABLE left_members (
  thread_id uuid NOT NULL REFERENCES threads ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  left_at timestamptz NOT NULL,
  invited_by uuid REFERENCES users ON DELETE SET NULL,
  invited_at timestamptz,
  declined_at timestamptz,
  PRIMARY KEY (thread_id, user_id)
);
CREATE INDEX left_members_invited ON left_members (user_id) WHERE invited_by IS NOT NULL;
