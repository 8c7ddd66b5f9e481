-- Transcripts of voice notes, and corrections by their speakers (decisions/0099).

CREATE TABLE file_transcripts (
  file_id uuid PRIMARY KEY REFERENCES files ON DELETE CASCADE,
  language text NOT NULL,
  -- `unavailable`: no recogniser for the language, or the recording cannot be read.
  state text NOT NULL CHECK (state IN ('pending', 'complete', 'unavailable')),
  -- Empty if no words were recognised, and until it is known.
  text text NOT NULL DEFAULT '',
  -- When the speaker corrected it.
  corrected_at timestamptz,
  -- Failed attempts of the recogniser.
  attempts integer NOT NULL DEFAULT 0,
  -- No process recognises it before this time of PostgreSQL's clock.
  claimed_until timestamptz
);
CREATE INDEX file_transcripts_pending ON file_transcripts (file_id) WHERE state = 'pending';

-- The transcripts of the message's voice notes, for the search; null without one. `grams` contains theirs.
ALTER TABLE messages ADD transcript text;

ALTER TABLE radio_recordings ADD corrected_at timestamptz;
