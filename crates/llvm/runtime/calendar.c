// Dates. The only time zone is UTC. What `gmtime` and `localtime` return is one object for each thread.
#include "tp.h"
#include <stdio.h>
#include <string.h>
#include <time.h>

#define DAY INT64_C(86400)

// The days before the 1st of January of year 1970 + n. Every fourth year has a day more, but of
// those that end a century only every fourth.
static int64_t days_before(int64_t year) {
    int64_t before = year - 1;
    int64_t leap = before / 4 - before / 100 + before / 400;
    return 365 * (year - 1970) + leap - (1969 / 4 - 1969 / 100 + 1969 / 400);
}

static int is_leap(int64_t year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

static int length(int64_t year, int month) {
    static const signed char days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return days[month] + (month == 1 && is_leap(year));
}

static int64_t floor_divide(int64_t a, int64_t b) { return a / b - (a % b < 0); }

WEAK struct tm *gmtime_r(const time_t *time, struct tm *result) {
    int64_t days = floor_divide(*time, DAY);
    int64_t rest = *time - days * DAY;
    int64_t year = 1970 + floor_divide(days, 366);
    while (days_before(year + 1) <= days)
        year++;
    int in_year = (int)(days - days_before(year));
    int month = 0, day = in_year;
    for (; day >= length(year, month); month++)
        day -= length(year, month);
    *result = (struct tm){
        .tm_sec = (int)(rest % 60),
        .tm_min = (int)(rest / 60 % 60),
        .tm_hour = (int)(rest / 3600),
        .tm_mday = day + 1,
        .tm_mon = month,
        .tm_year = (int)(year - 1900),
        // The 1st of January 1970 was a Thursday.
        .tm_wday = (int)(((days + 4) % 7 + 7) % 7),
        .tm_yday = in_year,
        .tm_zone = "UTC",
    };
    return result;
}
WEAK struct tm *localtime_r(const time_t *time, struct tm *result) { return gmtime_r(time, result); }

static _Thread_local struct tm last;
WEAK struct tm *gmtime(const time_t *time) { return gmtime_r(time, &last); }
WEAK struct tm *localtime(const time_t *time) { return gmtime_r(time, &last); }

WEAK time_t timegm(struct tm *date) {
    int64_t months = (int64_t)date->tm_year * 12 + date->tm_mon;
    int64_t year = 1900 + floor_divide(months, 12);
    int64_t days = days_before(year);
    for (int month = 0; month < (int)(months - (year - 1900) * 12); month++)
        days += length(year, month);
    time_t time = (days + date->tm_mday - 1) * DAY + (int64_t)date->tm_hour * 3600 + (int64_t)date->tm_min * 60 +
                  date->tm_sec;
    gmtime_r(&time, date);
    return time;
}
WEAK time_t mktime(struct tm *date) { return timegm(date); }
WEAK void tzset(void) {}

static const char *const weekdays[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
static const char *const months[] = {"January", "February", "March",     "April",   "May",      "June",
                                     "July",    "August",   "September", "October", "November", "December"};

WEAK char *asctime_r(const struct tm *date, char *result) {
    snprintf(result, 26, "%.3s %.3s%3d %.2d:%.2d:%.2d %d\n", weekdays[date->tm_wday], months[date->tm_mon],
             date->tm_mday, date->tm_hour, date->tm_min, date->tm_sec, 1900 + date->tm_year);
    return result;
}
static _Thread_local char last_text[26];
WEAK char *asctime(const struct tm *date) { return asctime_r(date, last_text); }
WEAK char *ctime_r(const time_t *time, char *result) {
    struct tm date;
    return asctime_r(gmtime_r(time, &date), result);
}
WEAK char *ctime(const time_t *time) { return ctime_r(time, last_text); }

// One conversion of `strftime` as text; those that depend on weeks are not modelled.
static void convert(char *text, uint64_t size, char what, const struct tm *date) {
    int hour = date->tm_hour % 12 ? date->tm_hour % 12 : 12;
    switch (what) {
    case 'a': snprintf(text, size, "%.3s", weekdays[date->tm_wday]); break;
    case 'A': snprintf(text, size, "%s", weekdays[date->tm_wday]); break;
    case 'b':
    case 'h': snprintf(text, size, "%.3s", months[date->tm_mon]); break;
    case 'B': snprintf(text, size, "%s", months[date->tm_mon]); break;
    case 'Y': snprintf(text, size, "%d", 1900 + date->tm_year); break;
    case 'y': snprintf(text, size, "%02d", date->tm_year % 100); break;
    case 'C': snprintf(text, size, "%02d", (1900 + date->tm_year) / 100); break;
    case 'm': snprintf(text, size, "%02d", date->tm_mon + 1); break;
    case 'd': snprintf(text, size, "%02d", date->tm_mday); break;
    case 'e': snprintf(text, size, "%2d", date->tm_mday); break;
    case 'j': snprintf(text, size, "%03d", date->tm_yday + 1); break;
    case 'H': snprintf(text, size, "%02d", date->tm_hour); break;
    case 'I': snprintf(text, size, "%02d", hour); break;
    case 'M': snprintf(text, size, "%02d", date->tm_min); break;
    case 'S': snprintf(text, size, "%02d", date->tm_sec); break;
    case 'p': snprintf(text, size, "%s", date->tm_hour < 12 ? "AM" : "PM"); break;
    case 'u': snprintf(text, size, "%d", date->tm_wday ? date->tm_wday : 7); break;
    case 'w': snprintf(text, size, "%d", date->tm_wday); break;
    case 'F': snprintf(text, size, "%d-%02d-%02d", 1900 + date->tm_year, date->tm_mon + 1, date->tm_mday); break;
    case 'D':
    case 'x': snprintf(text, size, "%02d/%02d/%02d", date->tm_mon + 1, date->tm_mday, date->tm_year % 100); break;
    case 'R': snprintf(text, size, "%02d:%02d", date->tm_hour, date->tm_min); break;
    case 'T':
    case 'X': snprintf(text, size, "%02d:%02d:%02d", date->tm_hour, date->tm_min, date->tm_sec); break;
    case 'c':
        snprintf(text, size, "%.3s %.3s %2d %02d:%02d:%02d %d", weekdays[date->tm_wday], months[date->tm_mon],
                 date->tm_mday, date->tm_hour, date->tm_min, date->tm_sec, 1900 + date->tm_year);
        break;
    case 'z': snprintf(text, size, "+0000"); break;
    case 'Z': snprintf(text, size, "UTC"); break;
    case 'n': snprintf(text, size, "\n"); break;
    case 't': snprintf(text, size, "\t"); break;
    case '%': snprintf(text, size, "%%"); break;
    default: __tp_unsupported("this conversion of strftime");
    }
}

WEAK size_t strftime(char *result, size_t size, const char *format, const struct tm *date) {
    size_t used = 0;
    for (; *format; format++) {
        char text[40] = {*format, 0};
        if (*format == '%')
            convert(text, sizeof text, *++format, date);
        size_t more = strlen(text);
        if (used + more >= size)
            return 0;
        memcpy(result + used, text, more);
        used += more;
    }
    if (!size)
        return 0;
    result[used] = 0;
    return used;
}
