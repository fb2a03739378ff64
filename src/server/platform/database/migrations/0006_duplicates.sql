CREATE TABLE "event_days" (
	"event_id" uuid NOT NULL,
	"day" date NOT NULL,
	"title" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "event_days_event_id_day_pk" PRIMARY KEY("event_id","day")
);
--> statement-breakpoint
DROP INDEX "events_title";--> statement-breakpoint
ALTER TABLE "event_days" ADD CONSTRAINT "event_days_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
INSERT INTO "event_days" ("event_id", "day", "title", "created_at")
  SELECT DISTINCT e."id", (s."start_at" AT TIME ZONE 'Europe/Lisbon')::date, lower(e."title"), e."created_at"
  FROM "events" e JOIN "schedules" s ON s."event_id" = e."id";--> statement-breakpoint
CREATE INDEX "event_days_title" ON "event_days" USING btree ("title","day","created_at","event_id");