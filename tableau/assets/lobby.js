// How long ago something was, in the language of the page; the exact time stands in its title.
"use strict";

{
  const language = document.documentElement.lang;
  const relative = new Intl.RelativeTimeFormat(language, { numeric: "always", style: "short" });
  const exact = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "medium" });
  const count = () => {
    for (const time of document.querySelectorAll("time[data-ago]")) {
      const since = Date.parse(time.dateTime);
      const seconds = Math.max(0, Math.round((Date.now() - since) / 1000));
      const text =
        seconds < 60 ? relative.format(-(seconds - (seconds % 5)), "second")
        : seconds < 3600 ? relative.format(-Math.floor(seconds / 60), "minute")
        : relative.format(-Math.floor(seconds / 3600), "hour");
      if (time.textContent !== text) time.textContent = text;
      if (!time.title) time.title = exact.format(since);
    }
  };
  count();
  setInterval(count, 1000);
}
