-- From here on it is noted when somebody was last there. Nobody is forgotten because it was not noted before.
UPDATE people SET seen = CAST(strftime('%s', 'now') AS INTEGER) * 1000;
