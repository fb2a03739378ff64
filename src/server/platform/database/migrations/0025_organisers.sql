CREATE TABLE "organisers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"texts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"links" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"photo_hash" text,
	"photo_width" integer,
	"photo_height" integer,
	"photo_focus_x" integer,
	"photo_focus_y" integer,
	"photo_color" text,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "organisers_user_id_unique" UNIQUE("user_id"),
	CONSTRAINT "organisers_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
ALTER TABLE "organisers" ADD CONSTRAINT "organisers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "organisers_photo" ON "organisers" USING btree ("photo_hash");