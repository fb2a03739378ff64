CREATE TYPE "public"."event_audience" AS ENUM('all', 'families', 'adults');--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "audience" "event_audience";--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "access" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "languages" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "events_facts" ON "events" USING gin ("access","languages");