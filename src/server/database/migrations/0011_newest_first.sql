DROP INDEX "events_status_created";--> statement-breakpoint
CREATE INDEX "events_created" ON "events" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "events_status_created" ON "events" USING btree ("status","created_at" DESC NULLS FIRST,"id");