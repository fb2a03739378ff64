CREATE TABLE "registrations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"password_hash" text NOT NULL,
	"locale" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mail_tokens" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_tokens" ADD COLUMN "registration_id" uuid;--> statement-breakpoint
CREATE INDEX "registrations_email" ON "registrations" USING btree ("email","created_at");--> statement-breakpoint
ALTER TABLE "mail_tokens" ADD CONSTRAINT "mail_tokens_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mail_tokens_registration" ON "mail_tokens" USING btree ("registration_id");--> statement-breakpoint
-- An account that nobody has confirmed becomes a registration under the same id, which its link and its mails name.
INSERT INTO "registrations" ("id", "email", "name", "password_hash", "locale", "created_at")
SELECT "id", "email", "name", "password_hash", "locale", "created_at" FROM "users"
WHERE "email_confirmed_at" IS NULL AND "password_hash" IS NOT NULL;--> statement-breakpoint
UPDATE "mail_tokens" SET "registration_id" = "user_id", "user_id" = NULL
WHERE "user_id" IN (SELECT "id" FROM "registrations");--> statement-breakpoint
DELETE FROM "users" WHERE "email_confirmed_at" IS NULL;--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "email_confirmed_at";--> statement-breakpoint
ALTER TABLE "mail_tokens" ADD CONSTRAINT "mail_tokens_owner" CHECK (num_nonnulls("mail_tokens"."user_id", "mail_tokens"."registration_id") = 1);