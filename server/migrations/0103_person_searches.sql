-- Questions whether a person is in a shelter. A job answers each one after the same time, by one of two answers.
CREATE TABLE person_searches (
  id uuid PRIMARY KEY,
  searcher_id uuid NOT NULL REFERENCES users,
  name text NOT NULL,
  kana text NOT NULL,
  birth_year integer,
  message text NOT NULL,
  -- The forms in which names are compared (contract/reception/doubles.ts): of the name, and of the kana or the name.
  name_key text COLLATE "C" NOT NULL,
  person_key text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  -- null: not answered yet.
  answer text CHECK (answer IN ('passedOn', 'cannotSay')),
  answered_at timestamptz
);
CREATE INDEX person_searches_of_searcher ON person_searches (searcher_id, id);
CREATE INDEX person_searches_due ON person_searches (due_at) WHERE answer IS NULL;

-- Messages to the people who were found: to a user or a guardian, and to a person without an account by the staff of the shelter.
CREATE TABLE person_search_messages (
  search_id uuid NOT NULL REFERENCES person_searches ON DELETE CASCADE,
  registered_id uuid NOT NULL REFERENCES registered_people ON DELETE CASCADE,
  place_id uuid NOT NULL REFERENCES places ON DELETE CASCADE,
  -- null: a person without an account.
  user_id uuid REFERENCES users,
  passed_on_at timestamptz,
  passed_on_by uuid REFERENCES users,
  PRIMARY KEY (search_id, registered_id)
);
CREATE INDEX person_search_messages_of_user ON person_search_messages (user_id, search_id);
CREATE INDEX person_search_messages_of_place ON person_search_messages (place_id, search_id) WHERE user_id IS NULL;

CREATE INDEX registered_people_keys ON registered_people (person_key);
CREATE INDEX registered_people_folded_names ON registered_people (replace(folded(name), ' ', '') COLLATE "C");
