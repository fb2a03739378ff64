"""Reads a calendar with icalendar and recurring_ical_events (Debian: python3-icalendar, python3-recurring-ical-events).

Prints, as JSON, the occurrences of each UID from some days on, in the time of the village, days without a time:
{"2026-01-01": {"1": [["2026-07-01T21:00", "2026-07-01T22:00"]]}}. Arguments: a file, the zone of the village, how many days, and the
first days (YYYY-MM-DD).
"""

import json
import sys
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import icalendar
import recurring_ical_events


def in_village(moment, zone):
    if not isinstance(moment, datetime):
        return moment.isoformat()
    wall = moment if moment.tzinfo is None else moment.astimezone(zone)
    return wall.replace(tzinfo=None).isoformat(timespec="minutes")


def last_day_or_end(start, end):
    is_day = not isinstance(start, datetime)
    return end - timedelta(days=1) if is_day and end > start else end


def occurrences(calendars, first, last, zone):
    found = {}
    for calendar in calendars:
        for event in recurring_ical_events.of(calendar).between(first, last):
            start = event["DTSTART"].dt
            end = event["DTEND"].dt if "DTEND" in event else start
            times = [in_village(start, zone), in_village(last_day_or_end(start, end), zone)]
            if str(event.get("STATUS", "")).upper() != "CANCELLED":
                found.setdefault(str(event.get("UID", "")), []).append(times)
    return {uid: sorted(times) for uid, times in found.items()}


def main(path, zone, days, *points):
    with open(path, "rb") as file:
        calendars = icalendar.Calendar.from_ical(file.read(), multiple=True)
    read = {}
    for point in points:
        first = date.fromisoformat(point)
        read[point] = occurrences(calendars, first, first + timedelta(days=int(days)), ZoneInfo(zone))
    print(json.dumps(read))


if __name__ == "__main__":
    main(*sys.argv[1:])
