ALTER TABLE "import_sources" ADD COLUMN "noted" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "import_sources" ADD COLUMN "previewed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "import_sources" ADD COLUMN "seen" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "jobs_mail_about" ON "jobs" USING btree (split_part("dedupe_key", ':', 3)) WHERE "jobs"."kind" = 'mail';