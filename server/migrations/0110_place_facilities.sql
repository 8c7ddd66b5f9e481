-- What a shelter or hall has, such as water and power (FACILITIES of the contract). What is not listed is not known.
ALTER TABLE places ADD facilities text[] NOT NULL DEFAULT '{}';
