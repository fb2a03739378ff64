CREATE TABLE "week_lines" (
	"id" uuid PRIMARY KEY NOT NULL,
	"week" text NOT NULL,
	"en" text NOT NULL,
	"pt" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "week_lines_week_unique" UNIQUE("week")
);
--> statement-breakpoint
CREATE TABLE "week_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"locale" text NOT NULL,
	"tag_keys" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "week_subscribers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"request_id" uuid NOT NULL,
	"email" text NOT NULL,
	"locale" text NOT NULL,
	"tag_keys" text[] DEFAULT '{}' NOT NULL,
	"confirmed_at" timestamp with time zone NOT NULL,
	"sent_week" text,
	CONSTRAINT "week_subscribers_request_id_unique" UNIQUE("request_id"),
	CONSTRAINT "week_subscribers_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE INDEX "week_requests_email" ON "week_requests" USING btree ("email");--> statement-breakpoint
CREATE INDEX "week_requests_created" ON "week_requests" USING btree ("created_at");