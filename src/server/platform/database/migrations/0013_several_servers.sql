CREATE TABLE "server_secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"fingerprint" text NOT NULL
);
--> statement-breakpoint
-- Tells the other servers of one database, in the transaction that writes (change-channel.ts).
CREATE OR REPLACE FUNCTION notify_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('ericeira_events', TG_ARGV[0]);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER programme_changed AFTER UPDATE ON change_counter FOR EACH STATEMENT EXECUTE FUNCTION notify_change('programme');--> statement-breakpoint
CREATE TRIGGER tags_changed AFTER INSERT OR UPDATE OR DELETE ON tags FOR EACH STATEMENT EXECUTE FUNCTION notify_change('programme');--> statement-breakpoint
CREATE TRIGGER jobs_enqueued AFTER INSERT ON jobs FOR EACH STATEMENT EXECUTE FUNCTION notify_change('jobs');
