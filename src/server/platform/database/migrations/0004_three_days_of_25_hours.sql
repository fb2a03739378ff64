-- Both indexes go with the column that their predicate names.
ALTER TABLE "schedules" drop column "is_long";--> statement-breakpoint
ALTER TABLE "schedules" ADD COLUMN "is_long" boolean GENERATED ALWAYS AS ((end_at - start_at) > interval '73 hours') STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "schedules_start" ON "schedules" USING btree ("start_at","event_id","end_at") WHERE not "schedules"."is_long";--> statement-breakpoint
CREATE INDEX "schedules_long" ON "schedules" USING btree ("start_at","event_id","end_at") WHERE "schedules"."is_long";
