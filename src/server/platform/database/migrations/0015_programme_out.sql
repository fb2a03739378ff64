CREATE TYPE "public"."event_state" AS ENUM('on', 'cancelled', 'postponed', 'moved', 'sold_out');--> statement-breakpoint
CREATE TABLE "event_day_states" (
	"event_id" uuid NOT NULL,
	"day" date NOT NULL,
	"state" "event_state" NOT NULL,
	"note" text,
	CONSTRAINT "event_day_states_event_id_day_pk" PRIMARY KEY("event_id","day")
);
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "state" "event_state";--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "state_note" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "search" "tsvector";--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "contact_search" "tsvector" GENERATED ALWAYS AS (array_to_tsvector(array_remove(regexp_split_to_array(lower(email), '[^[:alnum:]]+'), ''))) STORED;--> statement-breakpoint
ALTER TABLE "event_day_states" ADD CONSTRAINT "event_day_states_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "events_search" ON "events" USING gin ("search");--> statement-breakpoint
CREATE INDEX "events_contact_search" ON "events" USING gin ("contact_search");--> statement-breakpoint
CREATE INDEX "events_unsearchable" ON "events" USING btree ("id") WHERE "events"."search" is null;