DROP INDEX "schedules_event";--> statement-breakpoint
DROP INDEX "schedules_start";--> statement-breakpoint
DROP INDEX "schedules_long";--> statement-breakpoint
ALTER TABLE "schedules" ADD COLUMN "is_long" boolean GENERATED ALWAYS AS ((end_at - start_at) > interval '3 days') STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "schedules_start" ON "schedules" USING btree ("start_at","event_id","end_at") WHERE not "schedules"."is_long";--> statement-breakpoint
CREATE INDEX "schedules_long" ON "schedules" USING btree ("start_at","event_id","end_at") WHERE "schedules"."is_long";--> statement-breakpoint
ALTER TABLE "schedules" ADD CONSTRAINT "schedules_occurrence" UNIQUE("event_id","start_at","end_at");