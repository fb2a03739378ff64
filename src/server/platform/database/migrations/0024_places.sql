CREATE TABLE "place_redirects" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"into_slug" text NOT NULL,
	"location_name" text NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "place_redirects_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "place_slug" text GENERATED ALWAYS AS (rtrim(left(trim('-' from regexp_replace(lower(translate(regexp_replace(normalize(split_part(location_name, ' - ', 1), NFD), '[\u0300-\u036f]', '', 'g'), '’‘`´', '''''''''')), '[^a-z0-9]+', '-', 'g')), 80), '-')) STORED;--> statement-breakpoint
CREATE INDEX "events_place" ON "events" USING btree ("place_slug");