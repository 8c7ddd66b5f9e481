-- Reception of people at shelters: who has a role in them, who is or was there, and when.

-- Who may read the register of a shelter and receive people.
CREATE TABLE shelter_staff (
  place_id uuid NOT NULL REFERENCES places ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users,
  role text NOT NULL CHECK (role IN ('receptionist', 'manager')),
  given_by uuid REFERENCES users,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (place_id, user_id)
);
CREATE INDEX shelter_staff_of_user ON shelter_staff (user_id);

-- One for each shelter that has received people. Its row is the lock of its register.
CREATE TABLE shelter_registers (
  place_id uuid PRIMARY KEY REFERENCES places ON DELETE CASCADE,
  people integer NOT NULL DEFAULT 0,
  -- When the shelter was found closed or deleted. Its people are anonymised a while later.
  closed_at timestamptz,
  anonymised_at timestamptz
);

-- What a user enters about themself for shelters.
CREATE TABLE shelter_details (
  user_id uuid PRIMARY KEY REFERENCES users,
  birth_year integer,
  needs text[] NOT NULL,
  needs_note text NOT NULL,
  may_be_found boolean NOT NULL,
  updated_at timestamptz NOT NULL
);

-- Children, elderly persons and pets of a user, without an account.
CREATE TABLE dependants (
  id uuid PRIMARY KEY,
  guardian_id uuid NOT NULL REFERENCES users,
  kind text NOT NULL CHECK (kind IN ('child', 'elderly', 'pet')),
  name text NOT NULL,
  kana text NOT NULL,
  sex text NOT NULL CHECK (sex IN ('female', 'male', 'notStated')),
  birth_year integer,
  needs text[] NOT NULL,
  needs_note text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX dependants_of_guardian ON dependants (guardian_id, id);

-- People who are received together. The id is from the device.
CREATE TABLE households (
  id uuid PRIMARY KEY,
  place_id uuid NOT NULL REFERENCES places ON DELETE CASCADE,
  received_by uuid NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL
);

-- The registers: the people who are or were in a shelter, each once. The id is from the device.
CREATE TABLE registered_people (
  id uuid PRIMARY KEY,
  place_id uuid NOT NULL REFERENCES places ON DELETE CASCADE,
  household_id uuid NOT NULL REFERENCES households,
  kind text NOT NULL CHECK (kind IN ('member', 'dependant', 'guest')),
  -- The user, or the guardian of the dependant; null: a person without an account, or their data was removed.
  user_id uuid REFERENCES users,
  dependant_id uuid REFERENCES dependants ON DELETE SET NULL,
  is_pet boolean NOT NULL,
  name text NOT NULL,
  kana text NOT NULL,
  -- The forms in which names and addresses are compared (contract/reception/doubles.ts).
  person_key text COLLATE "C" NOT NULL,
  address text NOT NULL,
  address_key text NOT NULL,
  sex text NOT NULL CHECK (sex IN ('female', 'male', 'notStated')),
  birth_year integer,
  needs text[] NOT NULL,
  needs_note text NOT NULL,
  may_be_found boolean NOT NULL,
  -- The person into whom this one was merged, and the last one of such a chain; the own id without a merge.
  merged_into uuid REFERENCES registered_people,
  root_id uuid NOT NULL,
  merged_by uuid REFERENCES users,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  anonymised_at timestamptz
);
CREATE UNIQUE INDEX registered_members ON registered_people (place_id, user_id) WHERE kind = 'member';
CREATE UNIQUE INDEX registered_dependants ON registered_people (place_id, dependant_id);
CREATE INDEX registered_people_of_place ON registered_people (place_id, id);
CREATE INDEX registered_people_names ON registered_people (place_id, person_key);
CREATE INDEX registered_people_addresses ON registered_people (place_id, address_key);
CREATE INDEX registered_people_of_root ON registered_people (root_id);
CREATE INDEX registered_people_of_user ON registered_people (user_id);
-- The code of a card has the same 40 bits (contract/reception/person-code.ts).
CREATE INDEX registered_people_code ON registered_people (left(md5(id::text), 10));
CREATE INDEX users_code ON users (left(md5(id::text), 10));

-- From entering to leaving. The id is from the device.
CREATE TABLE stays (
  id uuid PRIMARY KEY,
  person_id uuid NOT NULL REFERENCES registered_people,
  place_id uuid NOT NULL REFERENCES places ON DELETE CASCADE,
  household_id uuid NOT NULL REFERENCES households,
  mode text NOT NULL CHECK (mode IN ('inside', 'elsewhere')),
  whereabouts text NOT NULL,
  entered_at timestamptz NOT NULL,
  entered_by uuid NOT NULL REFERENCES users,
  entered_desk text NOT NULL,
  left_at timestamptz,
  left_by uuid REFERENCES users,
  left_desk text NOT NULL DEFAULT '',
  -- The stay with which this one ended, in this or another shelter.
  ended_by uuid REFERENCES stays,
  -- When the reception was undone: it does not count.
  undone_at timestamptz,
  undone_by uuid REFERENCES users,
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX open_stays ON stays (person_id) WHERE left_at IS NULL AND undone_at IS NULL;
CREATE INDEX stays_of_person ON stays (person_id, entered_at);
CREATE INDEX stays_of_place ON stays (place_id, entered_at);
CREATE INDEX stays_ended_by ON stays (ended_by) WHERE ended_by IS NOT NULL;

-- Pairs that are asked no more, because they are two people.
CREATE TABLE separate_people (
  first_id uuid NOT NULL REFERENCES registered_people,
  second_id uuid NOT NULL REFERENCES registered_people,
  decided_by uuid NOT NULL REFERENCES users,
  decided_at timestamptz NOT NULL,
  PRIMARY KEY (first_id, second_id)
);
CREATE INDEX separate_people_second ON separate_people (second_id);

-- The reception that gave an entry; null: others.
ALTER TABLE person_states ADD stay_id uuid REFERENCES stays;
CREATE INDEX person_states_of_stay ON person_states (stay_id) WHERE stay_id IS NOT NULL;
