-- Personal invitations of people from a file. `batch_id` and `position` find the invitations of a repeated request.
-- The registration form proposes the address and the names.
ALTER TABLE invitations
  ADD batch_id uuid,
  ADD position smallint,
  ADD email text,
  ADD first_name text NOT NULL DEFAULT '',
  ADD last_name text NOT NULL DEFAULT '',
  -- null: no mail was wanted.
  ADD mail text CHECK (mail IN ('waiting', 'sent', 'failed')),
  -- When a request began to send the mail.
  ADD mail_begun_at timestamptz,
  ADD CHECK ((batch_id IS NULL) = (position IS NULL));

CREATE UNIQUE INDEX invitations_of_batch ON invitations (batch_id, position) WHERE batch_id IS NOT NULL;
CREATE INDEX invitations_by_email ON invitations (email) WHERE email IS NOT NULL;
