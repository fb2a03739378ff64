CREATE TABLE "reminders" (
	"subscription_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"day" date NOT NULL,
	"before" text[] NOT NULL,
	"told" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reminders_subscription_id_event_id_day_pk" PRIMARY KEY("subscription_id","event_id","day")
);
--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_subscription_id_push_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."push_subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reminders_event" ON "reminders" USING btree ("event_id","day");--> statement-breakpoint
CREATE INDEX "reminders_day" ON "reminders" USING btree ("day");--> statement-breakpoint
CREATE INDEX "jobs_reminder_event" ON "jobs" USING btree (split_part("dedupe_key", ':', 3)) WHERE "jobs"."kind" = 'reminder';