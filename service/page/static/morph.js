// Makes a part of the page equal to new HTML and keeps every element that stays: its focus, what is open or typed in it.

const LAID = ".spot"; // what scripts lay over a drawing, and take away themselves
const KEPT = new Set(["open", "style"]); // attributes that belong to the reader

/** Makes the children of `element` those of `html`. */
export function morph(element, html) {
  const wanted = document.createElement("template");
  wanted.innerHTML = html;
  children(element, wanted.content);
}

function children(old, next) {
  const named = new Map();
  for (const child of old.children) if (child.id) named.set(child.id, child);
  let at = served(old.firstChild);
  for (const wanted of [...next.childNodes]) {
    const mine = named.get(wanted.id) ?? (at && alike(at, wanted) ? at : null);
    if (mine === null) {
      old.insertBefore(wanted, at);
      continue;
    }
    if (mine === at) at = served(at.nextSibling);
    else old.insertBefore(mine, at);
    become(mine, wanted);
  }
  while (at) {
    const gone = at;
    at = served(at.nextSibling);
    gone.remove();
  }
}

/** The first from here on that the server sent. */
function served(node) {
  while (node?.nodeType === Node.ELEMENT_NODE && node.matches(LAID)) node = node.nextSibling;
  return node;
}

function alike(one, other) {
  return one.nodeType === other.nodeType && one.nodeName === other.nodeName && !one.id && !other.id;
}

function become(mine, wanted) {
  if (mine.nodeType !== Node.ELEMENT_NODE) {
    if (mine.nodeValue !== wanted.nodeValue) mine.nodeValue = wanted.nodeValue;
    return;
  }
  // What is typed, chosen or switched off belongs to the reader, and so does what they were told.
  if (mine.matches("input, [data-closer], textarea, #hints, .alert, #dispute-wait, #tray-choice")) return;
  for (const { name, value } of wanted.attributes) if (mine.getAttribute(name) !== value) mine.setAttribute(name, value);
  for (const { name } of [...mine.attributes]) if (!wanted.hasAttribute(name) && !KEPT.has(name)) mine.removeAttribute(name);
  const chosen = mine.matches("select") ? mine.value : null;
  children(mine, wanted);
  if (chosen !== null && [...mine.options].some((each) => each.value === chosen)) mine.value = chosen;
}
