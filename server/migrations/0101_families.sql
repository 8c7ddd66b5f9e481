-- Families: users who see each other's last answer to a roll-call.
CREATE TABLE family_links (
  id uuid PRIMARY KEY,
  inviter_id uuid NOT NULL REFERENCES users,
  invitee_id uuid NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL,
  -- null: an invitation that waits for its answer.
  accepted_at timestamptz,
  CHECK (inviter_id <> invitee_id)
);
CREATE UNIQUE INDEX family_links_pair ON family_links (least(inviter_id, invitee_id), greatest(inviter_id, invitee_id));
CREATE INDEX family_links_of_inviter ON family_links (inviter_id, id);
CREATE INDEX family_links_of_invitee ON family_links (invitee_id, id);
