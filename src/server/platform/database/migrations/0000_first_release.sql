-- Trigram indexes need it, and the owner of a database may install it. A restore, which makes all of this again, leaves it where it is.
CREATE EXTENSION IF NOT EXISTS "pg_trgm";--> statement-breakpoint
CREATE TYPE "public"."identity_provider" AS ENUM('apple', 'google');--> statement-breakpoint
CREATE TYPE "public"."mail_token_purpose" AS ENUM('confirm', 'reset');--> statement-breakpoint
CREATE TYPE "public"."role" AS ENUM('ADMIN', 'USER');--> statement-breakpoint
CREATE TYPE "public"."event_audience" AS ENUM('all', 'families', 'adults');--> statement-breakpoint
CREATE TYPE "public"."event_state" AS ENUM('on', 'cancelled', 'postponed', 'moved', 'sold_out');--> statement-breakpoint
CREATE TYPE "public"."event_status" AS ENUM('ON_REVIEW', 'PUBLISHED', 'REJECTED');--> statement-breakpoint
CREATE TABLE "devices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"device_id" text NOT NULL,
	"device_token" text NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "devices_user_device" UNIQUE("user_id","device_id")
);
--> statement-breakpoint
CREATE TABLE "identities" (
	"provider" "identity_provider" NOT NULL,
	"subject" text NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "identities_provider_subject_pk" PRIMARY KEY("provider","subject"),
	CONSTRAINT "identities_user_provider" UNIQUE("user_id","provider")
);
--> statement-breakpoint
CREATE TABLE "mail_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"registration_id" uuid,
	"purpose" "mail_token_purpose" NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mail_tokens_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "mail_tokens_owner" CHECK (num_nonnulls("mail_tokens"."user_id", "mail_tokens"."registration_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"device_id" uuid,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "organisers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"texts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"links" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"photo" jsonb,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "organisers_user_id_unique" UNIQUE("user_id"),
	CONSTRAINT "organisers_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "registrations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"password_hash" text NOT NULL,
	"locale" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "second_factors" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"salt" text NOT NULL,
	"confirmed_at" timestamp with time zone,
	"last_step" bigint DEFAULT 0 NOT NULL,
	"recovery_hashes" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL,
	"user_agent" text,
	"method" text,
	"token_digest" text,
	"next_digest" text,
	"next_salt" text,
	"rotated_at" timestamp with time zone,
	"second_factor_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_token_digest_unique" UNIQUE("token_digest"),
	CONSTRAINT "sessions_next_digest_unique" UNIQUE("next_digest")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"password_hash" text,
	"role" "role" DEFAULT 'USER' NOT NULL,
	"suspended_at" timestamp with time zone,
	"locale" text DEFAULT 'en' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "activities" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"session_id" uuid NOT NULL,
	"action" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"subject_label" text NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "change_counter" (
	"id" integer PRIMARY KEY NOT NULL,
	"lineage" text NOT NULL,
	"value" bigint NOT NULL,
	"oldest" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_day_states" (
	"event_id" uuid NOT NULL,
	"day" date NOT NULL,
	"state" "event_state" NOT NULL,
	"note" text,
	CONSTRAINT "event_day_states_event_id_day_pk" PRIMARY KEY("event_id","day")
);
--> statement-breakpoint
CREATE TABLE "event_tags" (
	"event_id" uuid NOT NULL,
	"tag_id" uuid NOT NULL,
	CONSTRAINT "event_tags_event_id_tag_id_pk" PRIMARY KEY("event_id","tag_id")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"status" "event_status" DEFAULT 'ON_REVIEW' NOT NULL,
	"email" text NOT NULL,
	"locale" text DEFAULT 'en' NOT NULL,
	"user_id" uuid,
	"location_name" text NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	"place_slug" text DEFAULT '' NOT NULL,
	"price_cents" integer,
	"is_donation" boolean DEFAULT false NOT NULL,
	"audience" "event_audience",
	"access" text[] DEFAULT '{}' NOT NULL,
	"languages" text[] DEFAULT '{}' NOT NULL,
	"info_url" text,
	"info_links" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"timetable" jsonb NOT NULL,
	"materialised_until" timestamp with time zone,
	"photo" jsonb,
	"state" "event_state",
	"state_note" text,
	"reviewed_at" timestamp with time zone,
	"review_reason" text,
	"revision" integer DEFAULT 1 NOT NULL,
	"edited_revision" integer DEFAULT 0 NOT NULL,
	"import_source_id" uuid,
	"import_uid" text,
	"import_digest" text,
	"import_revision" integer DEFAULT 0 NOT NULL,
	"change_seq" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "events_import" UNIQUE("import_source_id","import_uid"),
	CONSTRAINT "events_price" CHECK ("events"."price_cents" >= 0),
	CONSTRAINT "events_donation" CHECK (not "events"."is_donation" or coalesce("events"."price_cents", 1) = 0)
);
--> statement-breakpoint
CREATE TABLE "import_sources" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"url" text,
	"mapping" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"is_nightly" boolean DEFAULT false NOT NULL,
	"declined" text[] DEFAULT '{}' NOT NULL,
	"read_at" timestamp with time zone,
	"findings" jsonb,
	"news" text,
	"seen_news" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "import_sources_url_unique" UNIQUE("url")
);
--> statement-breakpoint
CREATE TABLE "proposals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"content" jsonb NOT NULL,
	"base" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "proposals_event_id_unique" UNIQUE("event_id")
);
--> statement-breakpoint
CREATE TABLE "removed_events" (
	"event_id" uuid PRIMARY KEY NOT NULL,
	"change_seq" bigint NOT NULL,
	"removed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "schedules" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"start_at" timestamp with time zone NOT NULL,
	"end_at" timestamp with time zone NOT NULL,
	"is_all_day" boolean NOT NULL,
	CONSTRAINT "schedules_occurrence" UNIQUE("event_id","start_at","end_at"),
	CONSTRAINT "schedules_duration" CHECK ("schedules"."end_at" > "schedules"."start_at" and "schedules"."end_at" - "schedules"."start_at" <= interval '367 days')
);
--> statement-breakpoint
CREATE TABLE "tags" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"names" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"merged_keys" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tags_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "contact_forms" (
	"id" uuid PRIMARY KEY NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text NOT NULL,
	"topic" text NOT NULL,
	"message" text NOT NULL,
	"locale" text DEFAULT 'en' NOT NULL,
	"done_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"key" uuid PRIMARY KEY NOT NULL,
	"endpoint" text NOT NULL,
	"user_id" uuid,
	"fingerprint" text NOT NULL,
	"status" integer NOT NULL,
	"answer" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"dedupe_key" text NOT NULL,
	"payload" jsonb NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"priority" integer DEFAULT 0 NOT NULL,
	"run_at" timestamp with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp with time zone,
	"last_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "jobs_dedupe_key_unique" UNIQUE("dedupe_key")
);
--> statement-breakpoint
CREATE TABLE "mail_counts" (
	"address_hash" text NOT NULL,
	"day" date NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "mail_counts_address_hash_day_pk" PRIMARY KEY("address_hash","day")
);
--> statement-breakpoint
CREATE TABLE "push_subscription_events" (
	"subscription_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	CONSTRAINT "push_subscription_events_subscription_id_event_id_pk" PRIMARY KEY("subscription_id","event_id")
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"locale" text DEFAULT 'en' NOT NULL,
	"user_id" uuid,
	"session_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "push_subscriptions_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "reminders" (
	"subscription_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"day" date NOT NULL,
	"kinds" text[] NOT NULL,
	"pending" text[] NOT NULL,
	"told" jsonb NOT NULL,
	"change_seq" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reminders_subscription_id_event_id_day_pk" PRIMARY KEY("subscription_id","event_id","day")
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
	"email" text NOT NULL,
	"locale" text NOT NULL,
	"tag_keys" text[] DEFAULT '{}' NOT NULL,
	"confirmed_at" timestamp with time zone NOT NULL,
	"sent_week" text,
	CONSTRAINT "week_subscribers_email_unique" UNIQUE("email")
);
--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_tokens" ADD CONSTRAINT "mail_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_tokens" ADD CONSTRAINT "mail_tokens_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organisers" ADD CONSTRAINT "organisers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activities" ADD CONSTRAINT "activities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_day_states" ADD CONSTRAINT "event_day_states_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_tags" ADD CONSTRAINT "event_tags_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_tags" ADD CONSTRAINT "event_tags_tag_id_tags_id_fk" FOREIGN KEY ("tag_id") REFERENCES "public"."tags"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_import_source_id_import_sources_id_fk" FOREIGN KEY ("import_source_id") REFERENCES "public"."import_sources"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedules" ADD CONSTRAINT "schedules_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscription_events" ADD CONSTRAINT "push_subscription_events_subscription_id_push_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."push_subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscription_events" ADD CONSTRAINT "push_subscription_events_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_subscription_id_push_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."push_subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "devices_token" ON "devices" USING btree ("device_token");--> statement-breakpoint
CREATE INDEX "mail_tokens_user" ON "mail_tokens" USING btree ("user_id","purpose");--> statement-breakpoint
CREATE INDEX "mail_tokens_registration" ON "mail_tokens" USING btree ("registration_id");--> statement-breakpoint
CREATE INDEX "notifications_created" ON "notifications" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "notifications_event" ON "notifications" USING btree (("data" ->> 'event_id'));--> statement-breakpoint
CREATE INDEX "organisers_photo" ON "organisers" USING btree (("photo" ->> 'name'));--> statement-breakpoint
CREATE INDEX "registrations_email" ON "registrations" USING btree ("email","created_at");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "users_created" ON "users" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ((replace(replace(replace(replace(normalize(translate(lower(regexp_replace(normalize(translate("name" || ' ' || "email", '’‘`´', ''''''''''), NFKD), '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670]', '', 'g')), 'øłđðħıŧŋς', 'olddhitnσ'), NFC), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "activities_created" ON "activities" USING btree ("created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "activities_subject" ON "activities" USING btree ("subject_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "activities_user" ON "activities" USING btree ("user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "event_tags_tag" ON "event_tags" USING btree ("tag_id","event_id");--> statement-breakpoint
CREATE INDEX "events_created" ON "events" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "events_status_created" ON "events" USING btree ("status","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "events_user" ON "events" USING btree ("user_id","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "events_ownerless" ON "events" USING btree (lower("email"),"created_at" DESC NULLS FIRST,"id") WHERE "events"."user_id" is null;--> statement-breakpoint
CREATE INDEX "events_change" ON "events" USING btree ("change_seq");--> statement-breakpoint
CREATE INDEX "events_place" ON "events" USING btree ("place_slug");--> statement-breakpoint
CREATE INDEX "events_photo" ON "events" USING btree (("photo" ->> 'name'));--> statement-breakpoint
CREATE INDEX "events_title" ON "events" USING btree (lower("title"),"created_at","id");--> statement-breakpoint
CREATE INDEX "events_search" ON "events" USING gin ((replace(replace(replace(replace(normalize(translate(lower(regexp_replace(normalize(translate("title" || ' ' || "description" || ' ' || "location_name" || ' ' || "email", '’‘`´', ''''''''''), NFKD), '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670]', '', 'g')), 'øłđðħıŧŋς', 'olddhitnσ'), NFC), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "events_contact" ON "events" USING gin ((replace(replace(replace(replace(normalize(translate(lower(regexp_replace(normalize(translate("email", '’‘`´', ''''''''''), NFKD), '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670]', '', 'g')), 'øłđðħıŧŋς', 'olddhitnσ'), NFC), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "events_unfinished" ON "events" USING btree ("materialised_until") WHERE "events"."materialised_until" is not null;--> statement-breakpoint
CREATE INDEX "removed_events_change" ON "removed_events" USING btree ("change_seq");--> statement-breakpoint
CREATE INDEX "contact_forms_created" ON "contact_forms" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "contact_forms_open" ON "contact_forms" USING btree ("created_at" DESC NULLS FIRST,"id") WHERE "contact_forms"."done_at" is null;--> statement-breakpoint
CREATE INDEX "contact_forms_email" ON "contact_forms" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "idempotency_keys_created" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "jobs_due" ON "jobs" USING btree ("kind","priority" DESC NULLS LAST,"run_at") WHERE "jobs"."done_at" is null;--> statement-breakpoint
CREATE INDEX "jobs_dedupe_key" ON "jobs" USING btree ("dedupe_key" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "jobs_web_push_event" ON "jobs" USING btree (split_part("dedupe_key", ':', 2)) WHERE "jobs"."kind" = 'web-push';--> statement-breakpoint
CREATE INDEX "jobs_mail_about" ON "jobs" USING btree (split_part("dedupe_key", ':', 3)) WHERE "jobs"."kind" = 'mail';--> statement-breakpoint
CREATE INDEX "mail_counts_day" ON "mail_counts" USING btree ("day");--> statement-breakpoint
CREATE INDEX "push_subscription_events_event" ON "push_subscription_events" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "push_subscriptions_user" ON "push_subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "push_subscriptions_session" ON "push_subscriptions" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "reminders_event" ON "reminders" USING btree ("event_id","day");--> statement-breakpoint
CREATE INDEX "reminders_day" ON "reminders" USING btree ("day");--> statement-breakpoint
CREATE INDEX "week_requests_email" ON "week_requests" USING btree ("email");--> statement-breakpoint
CREATE INDEX "week_requests_created" ON "week_requests" USING btree ("created_at");--> statement-breakpoint
-- Notifies the other servers of one database, in the transaction that writes (change-channel.ts). A restore leaves it, too.
CREATE OR REPLACE FUNCTION notify_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('ericeira_events', TG_ARGV[0]);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER programme_changed AFTER UPDATE ON change_counter FOR EACH STATEMENT EXECUTE FUNCTION notify_change('programme');--> statement-breakpoint
CREATE TRIGGER tags_changed AFTER INSERT OR UPDATE OR DELETE ON tags FOR EACH STATEMENT EXECUTE FUNCTION notify_change('programme');--> statement-breakpoint
CREATE TRIGGER organisers_changed AFTER INSERT OR UPDATE OR DELETE ON organisers FOR EACH STATEMENT EXECUTE FUNCTION notify_change('programme');--> statement-breakpoint
CREATE TRIGGER organisers_suspended AFTER UPDATE OF suspended_at ON users FOR EACH STATEMENT EXECUTE FUNCTION notify_change('programme');--> statement-breakpoint
CREATE TRIGGER jobs_enqueued AFTER INSERT ON jobs FOR EACH STATEMENT EXECUTE FUNCTION notify_change('jobs');--> statement-breakpoint
-- The only row of its table: changes of the programme are counted from here.
INSERT INTO "change_counter" ("id", "lineage", "value", "oldest")
VALUES (1, substr(md5(random()::text || clock_timestamp()::text), 1, 12), 0, 0);
