-- When the person last opened the question: a repeated question is opened again.
ALTER TABLE roll_call_people ADD COLUMN last_seen_at timestamptz;

-- The people for whom a user has answered are counted.
CREATE INDEX person_states_of_sayer ON person_states (roll_call_id, said_by) WHERE source = 'proxy';
