ALTER TABLE "events" ADD COLUMN "is_donation" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "photo_focus_x" integer;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "photo_focus_y" integer;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "photo_color" text;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "names" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_donation" CHECK (not "events"."is_donation" or coalesce("events"."price_cents", 1) = 0);