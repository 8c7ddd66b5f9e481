-- Messages and people that users reported to the administrators.
CREATE TABLE reports (
  id uuid PRIMARY KEY,
  reporter_id uuid NOT NULL REFERENCES users,
  reported_id uuid NOT NULL REFERENCES users,
  -- No foreign key: the report stays when the message is deleted with its group. null: the report is about the person.
  message_id uuid,
  reason text NOT NULL,
  -- The message as it was, as the contract has it (ReportedMessage).
  message jsonb,
  created_at timestamptz NOT NULL,
  done_at timestamptz,
  done_by uuid REFERENCES users,
  note text NOT NULL DEFAULT '',
  CHECK ((message_id IS NULL) = (message IS NULL)),
  CHECK ((done_at IS NULL) = (done_by IS NULL))
);
CREATE UNIQUE INDEX reports_of_message ON reports (reporter_id, message_id) WHERE message_id IS NOT NULL;
CREATE UNIQUE INDEX reports_of_person ON reports (reporter_id, reported_id) WHERE message_id IS NULL AND done_at IS NULL;
CREATE INDEX reports_open ON reports (id) WHERE done_at IS NULL;
CREATE INDEX reports_done ON reports (id) WHERE done_at IS NOT NULL;
