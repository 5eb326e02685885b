// For how long something has been so, in the language of the page; the exact time stands in its title.
"use strict";

{
  const language = document.documentElement.lang;
  const length = (number, unit) =>
    new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "short" }).format(number);
  const exact = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "medium" });
  const count = () => {
    for (const time of document.querySelectorAll("time[data-ago]")) {
      const since = Date.parse(time.dateTime);
      const seconds = Math.max(0, Math.round((Date.now() - since) / 1000));
      const said =
        seconds < 60 ? length(seconds - (seconds % 5), "second")
        : seconds < 3600 ? length(Math.floor(seconds / 60), "minute")
        : length(Math.floor(seconds / 3600), "hour");
      // As in the text of the server, the first word says "for".
      const text = `${time.textContent.split(" ")[0]} ${said}`;
      if (time.textContent !== text) time.textContent = text;
      if (!time.title) time.title = exact.format(since);
    }
  };
  count();
  setInterval(count, 1000);
}
