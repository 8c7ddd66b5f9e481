-- When the person last opened the question: a repeated question is opened again.
ALTER TABLE roll_call_people ADD COLUMN last_seen_at timestamptz;

-- The people for whom a user has answered are counted.
CREATE INDEX person_states_of_sayer ON person_states (roll_call_id, said_by) WHERE source = 'proxy';

-- An asked person with an answer counts as reached and seen, also if another person gave it.
UPDATE roll_calls r SET reached = p.reached, seen = p.seen
FROM (SELECT roll_call_id,
    count(*) FILTER (WHERE reached_at IS NOT NULL OR state IS NOT NULL) AS reached,
    count(*) FILTER (WHERE seen_at IS NOT NULL OR state IS NOT NULL) AS seen
  FROM roll_call_people GROUP BY roll_call_id) p
WHERE p.roll_call_id = r.id;
