-- From here on it is noted when somebody was last there. Nobody is forgotten because it was not noted before.
UPDATE people SET seen = CAST(extract(epoch FROM now()) * 1000 AS BIGINT);
