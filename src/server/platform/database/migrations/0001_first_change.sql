INSERT INTO "change_counter" ("id", "lineage", "value", "oldest")
VALUES (1, substr(md5(random()::text || clock_timestamp()::text), 1, 12), 0, 0);
