-- Dependants without an account are people of a roll-call. They are asked through their guardian.
CREATE TABLE roll_call_dependants (
  roll_call_id uuid NOT NULL REFERENCES roll_calls ON DELETE CASCADE,
  -- The id of the dependant, whom the guardian may remove later.
  person_id uuid NOT NULL,
  guardian_id uuid NOT NULL REFERENCES users,
  kind text NOT NULL,
  name text NOT NULL,
  -- As in roll_call_people: when a device of the guardian had the question, and when the guardian opened it.
  reached_at timestamptz,
  seen_at timestamptz,
  last_seen_at timestamptz,
  state_id uuid REFERENCES person_states ON DELETE SET NULL,
  state text,
  said_at timestamptz,
  answer_count integer NOT NULL DEFAULT 0,
  version bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (roll_call_id, person_id)
);
CREATE INDEX roll_call_dependants_of_guardian ON roll_call_dependants (guardian_id, roll_call_id);
CREATE INDEX roll_call_dependants_of_person ON roll_call_dependants (person_id, roll_call_id);

-- The number of dependants who are asked through the user.
ALTER TABLE roll_call_people ADD COLUMN dependants integer NOT NULL DEFAULT 0;

-- The entry is about this dependant of the user `person_id`; null: about the user.
ALTER TABLE person_states ADD COLUMN dependant_id uuid;
