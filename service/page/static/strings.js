// The page's words in the language that it was served in; the files are service/page/strings/*.json.
const texts = JSON.parse(document.getElementById("strings").textContent);
const plurals = new Intl.PluralRules(document.documentElement.lang);

/** The text of a key with its values filled in; with a `count`, its form for that number. */
export function t(key, values = {}) {
  const name = `js.${key}`;
  const text = texts[name] ?? texts[`${name}.${plurals.select(values.count)}`] ?? texts[`${name}.other`];
  return text.replace(/\{(\w+)\}/g, (whole, value) => values[value] ?? whole);
}

/** The text of a key that may have none; else what stands for it. */
export function known(key, other) {
  return texts[`js.${key}`] ?? other;
}
