DROP INDEX "contact_forms_created";--> statement-breakpoint
ALTER TABLE "import_sources" ADD COLUMN "is_nightly" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "import_sources" ADD COLUMN "read_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "import_sources" ADD COLUMN "findings" jsonb;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "merged_keys" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "users_created" ON "users" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "contact_forms_open" ON "contact_forms" USING btree ("created_at" DESC NULLS FIRST,"id") WHERE "contact_forms"."done_at" is null;--> statement-breakpoint
CREATE INDEX "contact_forms_email" ON "contact_forms" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "notifications_event" ON "notifications" USING btree (("data" ->> 'event_id'));--> statement-breakpoint
CREATE INDEX "jobs_dedupe_key" ON "jobs" USING btree ("dedupe_key" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "jobs_web_push_event" ON "jobs" USING btree (split_part("dedupe_key", ':', 2)) WHERE "jobs"."kind" = 'web-push';--> statement-breakpoint
CREATE INDEX "contact_forms_created" ON "contact_forms" USING btree ("created_at" DESC NULLS FIRST,"id");