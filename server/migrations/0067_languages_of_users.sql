-- The contract lists the languages (decisions/0203).
ALTER TABLE users DROP CONSTRAINT users_language_check;
