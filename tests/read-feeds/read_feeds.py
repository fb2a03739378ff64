"""Reads the feeds of a folder with parsers that are not ours: icalendar, vobject, khal, feedparser (Debian's packages).

Prints, as JSON, the dates that each calendar parser finds ([start, end, title], in UTC, days without a time), the unique ids that khal
lists with their start in the village, and the entries that feedparser finds. Arguments: the folder, the first day (YYYY-MM-DD).
"""

import json
import subprocess
import sys
from datetime import datetime, timezone
from pathlib import Path

import feedparser
import icalendar
import vobject


def instant(moment):
    if not isinstance(moment, datetime):
        return moment.isoformat()
    return moment.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def by_icalendar(text):
    events = icalendar.Calendar.from_ical(text).walk("VEVENT")
    return [[instant(e["DTSTART"].dt), instant(e["DTEND"].dt), str(e["SUMMARY"])] for e in events]


def by_vobject(text):
    events = vobject.readOne(text).vevent_list
    return [[instant(e.dtstart.value), instant(e.dtend.value), e.summary.value] for e in events]


def by_khal(folder, first):
    config = folder / "khal.conf"
    config.write_text(
        f"[calendars]\n[[guide]]\npath = {folder / 'khal'}\n"
        f"[sqlite]\npath = {folder / 'khal.db'}\n"
        "[locale]\nlocal_timezone = Europe/Lisbon\ndefault_timezone = Europe/Lisbon\n"
        "timeformat = %H:%M\ndateformat = %Y-%m-%d\nlongdateformat = %Y-%m-%d\n"
        "datetimeformat = %Y-%m-%dT%H:%M\nlongdatetimeformat = %Y-%m-%dT%H:%M\n"
    )
    khal = ["/usr/bin/khal", "-c", str(config)]
    subprocess.run([*khal, "import", "--batch", "-a", "guide", str(folder / "events.ics")], check=True, stdout=sys.stderr)
    listed = subprocess.run(
        [*khal, "list", "--once", "--day-format", "", "--format", "{uid} {start-long-full}", first, "180d"],
        check=True,
        capture_output=True,
        text=True,
    )
    return sorted(set(line for line in listed.stdout.splitlines() if "@" in line))


def by_feedparser(text):
    feed = feedparser.parse(text)
    entries = [[e.id, e.title, e.link, bool(e.get("published_parsed"))] for e in feed.entries]
    return {"bozo": int(feed.bozo), "entries": entries}


folder = Path(sys.argv[1])
calendar = (folder / "events.ics").read_bytes().decode()
print(
    json.dumps(
        {
            "icalendar": by_icalendar(calendar),
            "vobject": by_vobject(calendar),
            "khal": by_khal(folder, sys.argv[2]),
            "feedparser": by_feedparser((folder / "events.rss").read_bytes()),
        }
    )
)
