DROP INDEX "events_status_created";--> statement-breakpoint
DROP INDEX "events_user";--> statement-breakpoint
DROP INDEX "events_ownerless";--> statement-breakpoint
CREATE INDEX "events_created" ON "events" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "events_status_created" ON "events" USING btree ("status","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "events_user" ON "events" USING btree ("user_id","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "events_ownerless" ON "events" USING btree (lower("email"),"created_at" DESC NULLS FIRST,"id") WHERE "events"."user_id" is null;