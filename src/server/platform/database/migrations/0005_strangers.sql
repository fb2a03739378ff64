CREATE TABLE "mail_counts" (
	"address_hash" text NOT NULL,
	"day" date NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "mail_counts_address_hash_day_pk" PRIMARY KEY("address_hash","day")
);
--> statement-breakpoint
CREATE TABLE "used_tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"uses" integer DEFAULT 1 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "devices" DROP CONSTRAINT "devices_device_id_unique";--> statement-breakpoint
DROP INDEX "devices_user";--> statement-breakpoint
DROP INDEX "jobs_due";--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "priority" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD COLUMN "parent_hash" text;--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD COLUMN "successor_salt" text;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "client_secret_hash" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "last_used_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "user_agent" text;--> statement-breakpoint
CREATE INDEX "mail_counts_day" ON "mail_counts" USING btree ("day");--> statement-breakpoint
CREATE INDEX "used_tokens_expiry" ON "used_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "devices_token" ON "devices" USING btree ("device_token");--> statement-breakpoint
CREATE INDEX "refresh_tokens_parent" ON "refresh_tokens" USING btree ("parent_hash");--> statement-breakpoint
CREATE INDEX "jobs_due" ON "jobs" USING btree ("kind","priority" DESC NULLS LAST,"run_at") WHERE "jobs"."done_at" is null;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_user_device" UNIQUE("user_id","device_id");