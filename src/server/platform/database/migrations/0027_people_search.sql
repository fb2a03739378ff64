-- PostgreSQL lets the owner of a database install it.
CREATE EXTENSION IF NOT EXISTS "pg_trgm";